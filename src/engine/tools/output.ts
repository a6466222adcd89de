import * as v from 'valibot'

const problems = v.strictObject({ kind: v.literal('problems'), text: v.string() })

/** What tools that look give: text for the model, at most 4 kB. */
export const dataOutput = v.variant('kind', [v.strictObject({ kind: v.literal('data'), text: v.string() }), problems])

/** What `propose_changes` gives. */
export const proposalOutput = v.variant('kind', [
  v.object({
    kind: v.literal('proposal'),
    changeSet: v.looseObject({ id: v.string() }),
    summary: v.string(),
    assumptions: v.array(v.string()),
    notDone: v.array(v.string()),
    warnings: v.array(v.string()),
  }),
  problems,
])

/** What the tools give that end a turn with text. */
export const replyOutput = v.variant('kind', [
  v.strictObject({ kind: v.literal('answer'), text: v.string(), about: v.optional(v.array(v.string())) }),
  v.strictObject({ kind: v.literal('question'), text: v.string(), options: v.array(v.string()) }),
  v.strictObject({ kind: v.literal('refusal'), text: v.string() }),
  problems,
])
