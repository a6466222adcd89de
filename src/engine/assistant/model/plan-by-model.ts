import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/redactor.ts'
import type { ModelMessage } from '#engine/ports/language-model.ts'
import type { Language } from '../glossaries/glossary.ts'
import type { PlanOperation } from '../plan.ts'
import { textsOf } from '../replies/index.ts'
import { secretShapes } from '../safety/secrets.ts'
import type { ConversePorts, SentPrompt } from '../turn.ts'
import type { Asked, Candidate } from '../understand/candidate.ts'
import { contextFor } from './context.ts'
import { planSchema } from './plan-schema.ts'
import { promptFor } from './prompt.ts'
import { validatePlan } from './validate-plan.ts'

/** What a model made of a request, validated. */
export type ModelPlan = { sent: SentPrompt[] } & (
  | { kind: 'plan'; operations: PlanOperation[] }
  | { kind: 'ask'; slot: string; options: string[]; text: string }
  | { kind: 'answer' | 'refuse'; text: string }
  | { kind: 'none'; because?: string | undefined }
)

/** A plan that is wrong is mended twice. */
const tries = 3
const maxTokens = 700

/**
 * Asks a model for a plan where the rules are unsure. Nothing is sent that holds a known secret in any encoding, or looks like one. A plan that fails
 * the validator three times, a model that can't be reached or says nonsense: `none`, and the rules go on.
 */
export async function planByModel(
  asked: Asked,
  hint: Candidate | undefined,
  ports: ConversePorts,
  language: Language,
): Promise<ModelPlan> {
  const { model } = ports
  const sent: SentPrompt[] = []
  if (!model) return { kind: 'none', sent }
  const texts = textsOf[language]
  const context = contextFor(asked, hint)
  const schema = planSchema(context)
  const messages: ModelMessage[] = promptFor(asked.reading.text, context)
  const signal = ports.signal ?? new AbortController().signal
  for (let attempt = 0; attempt < tries; attempt++) {
    // What a model says of itself is not sent back either; that is nobody's request, so the rules go on.
    if (await holdsSecret(messages, ports))
      return attempt === 0 ? { kind: 'answer', text: texts.say.withheld, sent } : { kind: 'none', sent }
    let text: string
    try {
      if (attempt === 0) await model.ready?.()
      sent.push({ to: model.title, messages: messages.map(({ role, content }) => ({ role, content })) })
      const completion = await model.complete(messages, {
        schema,
        maxTokens,
        signal,
        ...(ports.onText ? { onText: ports.onText } : {}),
      })
      if (completion.stop === 'refused') return { kind: 'none', sent, because: texts.say.noPlan }
      text = completion.text
    } catch (error) {
      if (signal.aborted || (error instanceof AssayError && error.code === 'cancelled'))
        return { kind: 'answer', text: texts.say.cancelled, sent }
      return {
        kind: 'none',
        sent,
        because: error instanceof AssayError ? [error.message, error.hint].filter(Boolean).join(' ') : texts.say.noPlan,
      }
    }
    const validated = validatePlan(text, asked)
    if (validated.ok) {
      if (validated.kind === 'plan') return { kind: 'plan', operations: validated.operations, sent }
      if (validated.kind === 'refuse') return { kind: 'refuse', text: texts.say.noLeave, sent }
      return { kind: 'none', sent }
    }
    messages.push(
      { role: 'assistant', content: text.slice(0, 2_000) },
      { role: 'user', content: `That can't be used: ${validated.problems.join('; ')}. Answer with a corrected JSON object.` },
    )
  }
  return { kind: 'none', sent, because: texts.say.noPlan }
}

/** Whether something that is to be sent holds a secret that is known, raw or encoded, or has the form of one. */
async function holdsSecret(messages: readonly ModelMessage[], { secrets }: ConversePorts): Promise<boolean> {
  const text = messages.map(({ content }) => content).join('\n')
  if (secretShapes(text).length > 0) return true
  const redactor = createRedactor()
  for (const [at, value] of ((await secrets?.()) ?? []).entries()) redactor.add(`secret ${at + 1}`, value)
  return redactor.mask(text) !== text
}
