import { suiteFor } from '#engine/case-builder/case-builder.ts'
import { actionOf } from '#engine/case-builder/actions.ts'
import { builderTexts } from '#engine/case-builder/texts.ts'
import { Workbench } from '#engine/case-builder/workbench.ts'
import { WrongName } from '#engine/tools/find-by-name.ts'
import {
  itemsIn,
  operationIn,
  suiteChanges,
  typedValue,
  valueIn,
  type Form,
  type FormCalls,
  type FormField,
  type FormValues,
  type FormContext,
} from './form.ts'
import { labels, recipeTexts as texts } from './texts.ts'

const operation: FormField = { id: 'operation', kind: 'operation', label: labels.operation }
const shape: readonly FormField[] = [
  { id: 'tests', kind: 'choice', label: labels.tests, choices: texts.tests, optional: true },
  { id: 'valid', kind: 'number', label: labels.valid, hint: labels.documented, optional: true },
  { id: 'invalid', kind: 'number', label: labels.invalid, hint: labels.documented, optional: true },
  { id: 'suite', kind: 'suite', label: labels.suite, optional: true },
]

/** Runs a design for the operation of the form, and adds its tests. */
function designed(values: FormValues, context: FormContext, model: Record<string, unknown>, title: string): FormCalls {
  const known = operationIn(values, context)
  const bench = new Workbench(context.project, () => 'new', builderTexts)
  const usual = suiteFor(bench, { actions: [actionOf(known)] }).name
  const { suite, changes } = suiteChanges(values, context, usual)
  const expect = Object.fromEntries(
    ['valid', 'invalid'].flatMap((id) => (valueIn(values, id) === '' ? [] : [[id, valueIn(values, id)]])),
  )
  const name = `${title}: ${known.title}`
  return {
    summary: name,
    design: { ...model, operation: known.name, name, ...(Object.keys(expect).length > 0 ? { expect } : {}) },
    changes: (design) => [
      ...changes,
      { do: 'add_case', suite, design, name, ...(valueIn(values, 'tests') === 'cases' ? { tests: 'cases' } : {}) },
    ],
  }
}

const byParameters = (id: keyof typeof texts.forms & ('boundaries' | 'partitions' | 'pairwise'), method: string): Form => ({
  id,
  group: 'design',
  ...texts.forms[id],
  fields: [
    operation,
    { id: 'parameters', kind: 'text', label: labels.parameters, hint: labels.parametersHint, optional: true },
    ...(id === 'pairwise' ? [{ id: 'strength', kind: 'number', label: labels.strength, optional: true } as FormField] : []),
    ...shape,
  ],
  changes(values, context) {
    const parameters = itemsIn(values, 'parameters')
    const strength = valueIn(values, 'strength')
    return designed(
      values,
      context,
      {
        method,
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(method === 'combinations' ? { strength: strength === '' ? 2 : Number(strength) } : {}),
      },
      texts.forms[id].title,
    )
  },
})

/** `quantity: 1, 0` as a name with its values. */
function conditionOf(line: string): { name: string; values: unknown[] } {
  const [, name, values] = /^([^:]+):(.+)$/.exec(line) ?? []
  if (name === undefined || values === undefined) throw new WrongName(texts.writeAs(line, 'quantity: 1, 0'))
  return { name: name.trim(), values: values.split(',').map((one) => typedValue(one.trim())) }
}

const assignments = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    text.split(/\s*(?:,|\band\b|&)\s*/).map((one) => {
      const [, name, value] = /^([^=]+)=(.+)$/.exec(one) ?? []
      if (name === undefined || value === undefined) throw new WrongName(texts.writeAs(one, 'quantity=1'))
      return [name.trim(), typedValue(value.trim())]
    }),
  )

/** `422` as a status, `discount=10` as members of the response. */
const outcomeOf = (text: string) =>
  (/^\d{3}$/.test(text) ? { status: Number(text) } : assignments(text)) as Record<string, string | number | boolean | null>

const lines = (values: FormValues, id: string): string[] =>
  valueIn(values, id)
    .split(/\n|;/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Forms that derive tests by a method. */
export const designForms: readonly Form[] = [
  byParameters('boundaries', 'boundaries'),
  byParameters('partitions', 'partitions'),
  byParameters('pairwise', 'combinations'),
  {
    id: 'decision-table',
    group: 'design',
    ...texts.forms['decision-table'],
    fields: [
      operation,
      { id: 'conditions', kind: 'lines', label: labels.conditions, hint: labels.conditionsHint },
      { id: 'rules', kind: 'lines', label: labels.rules, hint: labels.rulesHint },
      ...shape,
    ],
    changes(values, context) {
      const conditions = lines(values, 'conditions').map(conditionOf)
      const rules = lines(values, 'rules').map((line) => {
        const [when, then] = line.split('->').map((part) => part.trim())
        if (when === undefined || then === undefined) throw new WrongName(texts.writeAs(line, 'quantity=0 -> 422'))
        // oxlint-disable-next-line unicorn/no-thenable -- the format's word for what a rule does
        return { when: assignments(when), then: outcomeOf(then) }
      })
      const actions = [...new Set(rules.flatMap(({ then }) => Object.keys(then)))]
      return designed(
        values,
        context,
        { method: 'decision-table', conditions, actions, rules },
        texts.forms['decision-table'].title,
      )
    },
  },
  {
    id: 'states',
    group: 'design',
    ...texts.forms.states,
    fields: [
      operation,
      { id: 'transitions', kind: 'lines', label: labels.transitions, hint: labels.transitionsHint },
      { id: 'events', kind: 'lines', label: labels.events, hint: labels.eventsHint, optional: true },
      ...shape,
    ],
    changes(values, context) {
      const transitions = lines(values, 'transitions').map((line) => {
        const [, from, event, to] = /^(.+?)\s+-\s*(.+?)\s*->\s*(.+)$/.exec(line) ?? []
        if (from === undefined || event === undefined || to === undefined)
          throw new WrongName(texts.writeAs(line, 'open -pay-> paid'))
        return { from, event, to }
      })
      const states = [...new Set(transitions.flatMap(({ from, to }) => [from, to]))]
      const events = Object.fromEntries(
        lines(values, 'events').map((line) => {
          const [event = '', from] = line.split('=').map((part) => part.trim())
          if (from === undefined) throw new WrongName(texts.writeAs(line, 'pay = POST /orders/{id}/pay'))
          return [event, { from }]
        }),
      )
      const calls = designed(
        values,
        context,
        { method: 'states', states, initial: states[0] ?? '', transitions },
        texts.forms.states.title,
      )
      const { changes } = calls
      return {
        ...calls,
        changes: (design) =>
          (typeof changes === 'function' ? changes(design) : changes).map((one) =>
            (one as { do: string }).do === 'add_case' && Object.keys(events).length > 0 ? { ...(one as object), events } : one,
          ),
      }
    },
  },
  {
    id: 'mcdc',
    group: 'design',
    ...texts.forms.mcdc,
    fields: [
      operation,
      { id: 'decision', kind: 'text', label: labels.decision, hint: labels.decisionHint },
      { id: 'true', kind: 'text', label: labels.whenTrue, hint: labels.outcomeHint },
      { id: 'false', kind: 'text', label: labels.whenFalse, hint: labels.outcomeHint },
      ...shape.filter(({ kind }) => kind !== 'number'),
    ],
    changes: (values, context) => ({
      ...designed(values, context, { method: 'mcdc', decision: valueIn(values, 'decision') }, texts.forms.mcdc.title),
      expects: (decision) => outcomeOf(valueIn(values, String(decision))),
    }),
  },
  {
    id: 'design-tests',
    group: 'design',
    ...texts.forms['design-tests'],
    fields: [
      { id: 'design', kind: 'design', label: labels.design },
      { id: 'tests', kind: 'choice', label: labels.tests, choices: texts.tests, optional: true },
      { id: 'suite', kind: 'suite', label: labels.suite },
    ],
    changes(values, context) {
      const { suite, changes } = suiteChanges(values, context, 'Tests')
      const tests = valueIn(values, 'tests') === 'cases' ? { tests: 'cases' } : {}
      return {
        summary: texts.names.designTests(valueIn(values, 'design')),
        changes: [...changes, { do: 'add_case', suite, design: valueIn(values, 'design'), ...tests }],
      }
    },
  },
]
