import { describe, expect, it } from 'vitest'
import type { LanguageModel } from '#engine/ports/index.ts'
import { createManualClock } from '#engine/ports/testing/manual-clock.ts'
import { emptyWorkingMemory, type ToolResult } from '#engine/tools/tool-session.ts'
import type { Toolbox } from '../loop.ts'
import { forms, type FormOutcome } from '../forms/index.ts'
import { planByForm, type FillForm } from './plan-by-form.ts'

const proposal = {
  kind: 'proposal',
  changeSet: {},
  summary: '',
  assumptions: [],
  notDone: [],
  warnings: [],
} as unknown as ToolResult

/** Asks a model that replies with these texts; gives what came of it, what it was asked for, and what was proposed. */
async function plan(
  replies: readonly string[],
  results: readonly ToolResult[] = [proposal],
  ability: LanguageModel['ability'] = 'forms',
) {
  const schemas: unknown[] = []
  const proposed: unknown[] = []
  const toolbox: Toolbox = {
    specs: [],
    call(name, args) {
      if (name === 'search_operations')
        return { kind: 'data', text: '<data>\nPOST /orders Create\nDELETE /orders/{id} Remove\n</data>' }
      if (name === 'list_cases') return { kind: 'data', text: 'suite Orders [s1]\ncase Old [c1]' }
      throw new Error(`${name} is not called: ${JSON.stringify(args)}`)
    },
  }
  const fill: FillForm = async (id, values) => {
    proposed.push([id, values])
    return {
      result: (results[Math.min(proposed.length, results.length) - 1] ?? proposal) as FormOutcome,
      memory: emptyWorkingMemory(),
    }
  }
  const model: LanguageModel = {
    title: 'small',
    ability,
    async complete(_, { schema, tools }) {
      schemas.push(schema)
      expect(tools).toBeUndefined()
      return { text: replies[schemas.length - 1] ?? '', calls: [], stop: 'end' }
    },
  }
  const ports = { model, clock: createManualClock(), signal: new AbortController().signal, check: () => undefined }
  const came = await planByForm('create an order', toolbox, ports, () => undefined, fill)
  return { came, schemas, proposed }
}

describe('[A2] a model without tools', () => {
  it('chooses a form, then fills it in, each held to a schema with what the tools found', async () => {
    const { came, schemas, proposed } = await plan(['{"form":"request"}', '{"operation":"POST /orders","status":201}'])
    expect(came).toMatchObject({ result: proposal })
    expect(schemas).toMatchObject([
      { properties: { form: { enum: forms.map(({ id }) => id) } } },
      { properties: { operation: { enum: ['POST /orders', 'DELETE /orders/{id}'] } }, required: ['operation'] },
    ])
    expect(proposed).toEqual([['request', { operation: 'POST /orders', status: '201' }]])
  })

  it('offers the form with what was filled in after two that are not valid', async () => {
    const problems: ToolResult = { kind: 'problems', text: 'No suite "X".' }
    const { came, proposed } = await plan(['{"form":"suite"}', '{"name":"X"}', 'no json'], [problems])
    expect(proposed).toHaveLength(1)
    expect(came).toMatchObject({ kind: 'form', form: 'suite', fields: { name: 'X' } })
  })

  it('below a billion parameters it only finds form and operation', async () => {
    const { came, schemas } = await plan(['{"form":"negative"}'], [], 'ranking')
    expect(came).toMatchObject({ kind: 'form', form: 'negative', fields: { operation: 'POST /orders' } })
    expect(schemas).toHaveLength(1)
  })
})
