import { WrongName } from '#engine/tools/find-by-name.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { caseIn, typedValue, valueIn, type Form, type FormField } from './form.ts'
import { labels, recipeTexts as texts } from './texts.ts'

const oneCase: FormField = { id: 'case', kind: 'case', label: labels.case }
const of = (choices: NonNullable<FormField['choices']>): FormField => ({ id: 'of', kind: 'choice', label: labels.of, choices })
const name: FormField = { id: 'name', kind: 'text', label: labels.name }

/** Of a source: the key of its place, and the comparison where none is chosen. */
const sources = new Map<string, { place?: string; is?: string }>([
  ['json', { place: 'path' }],
  ['header', { place: 'name' }],
  ['duration', { is: 'less-than' }],
])
const withoutValue: readonly string[] = ['exists']

/** Forms that change what is there. */
export const editForms: readonly Form[] = [
  {
    id: 'check',
    group: 'project',
    ...texts.forms.check,
    fields: [
      oneCase,
      { id: 'step', kind: 'step', label: labels.step, optional: true },
      { id: 'source', kind: 'choice', label: labels.source, choices: texts.sources },
      { id: 'path', kind: 'text', label: labels.path, hint: labels.pathHint, when: ['source', ['json', 'header']] },
      { id: 'is', kind: 'choice', label: labels.is, choices: texts.predicates, optional: true },
      { id: 'value', kind: 'text', label: labels.value, optional: true },
    ],
    changes(values, context) {
      const { one } = caseIn(values, context)
      const requests = one.steps.filter((step) => isSendRequestStep(step) && !step.disabled)
      const wanted = valueIn(values, 'step')
      const [step, more] =
        wanted === '' ? requests : requests.filter(({ id, name: called }) => id === wanted || called === wanted)
      if (!step || more)
        throw new WrongName(
          texts.whichStep(
            one.name,
            requests.map((request) => request.name),
          ),
        )
      const source = valueIn(values, 'source') || 'status'
      const { place, is: usual = 'equals' } = sources.get(source) ?? {}
      const path = valueIn(values, 'path')
      if (path === '' && place) throw new WrongName(texts.needsPath)
      const is = valueIn(values, 'is') || usual
      const value = valueIn(values, 'value')
      const isBare = withoutValue.includes(is)
      if (value === '' && !isBare) throw new WrongName(texts.needsValue)
      const check = { source, ...(place ? { [place]: path } : {}), is, ...(isBare ? {} : { value: typedValue(value) }) }
      const at = one.steps.indexOf(step)
      return {
        summary: texts.names.check(one.name),
        changes: [
          {
            do: 'add_steps',
            case: one.id,
            after: one.steps[at]?.id,
            steps: [{ kind: 'assertion', name: texts.names.checkStep(source, path, is, value), step: step.id, checks: [check] }],
          },
        ],
      }
    },
  },
  {
    id: 'header',
    group: 'project',
    ...texts.forms.header,
    fields: [
      of(texts.holders),
      { id: 'target', kind: 'target', label: labels.holder, when: ['of', ['suite', 'case']] },
      { id: 'name', kind: 'text', label: labels.header },
      { id: 'value', kind: 'text', label: labels.value },
    ],
    changes(values) {
      const holder = valueIn(values, 'of') || 'project'
      const target = holder === 'project' ? {} : { target: valueIn(values, 'target') }
      const headers = [{ name: valueIn(values, 'name'), value: valueIn(values, 'value') }]
      return {
        summary: texts.names.header(headers[0]?.name ?? ''),
        changes: [{ do: 'set_headers', of: holder, ...target, headers }],
      }
    },
  },
  {
    id: 'variable',
    group: 'project',
    ...texts.forms.variable,
    fields: [
      name,
      { id: 'value', kind: 'text', label: labels.value, optional: true },
      { id: 'environment', kind: 'environment', label: labels.environment, hint: labels.environmentHint, optional: true },
    ],
    changes(values) {
      const environment = valueIn(values, 'environment')
      return {
        summary: texts.names.variable(valueIn(values, 'name')),
        changes: [
          {
            do: 'set_variable',
            name: valueIn(values, 'name'),
            value: valueIn(values, 'value'),
            ...(environment === '' ? {} : { environment }),
          },
        ],
      }
    },
  },
  {
    id: 'environment',
    group: 'project',
    ...texts.forms.environment,
    fields: [name, { id: 'url', kind: 'text', label: labels.baseUrl }],
    changes(values, { project }) {
      const wanted = valueIn(values, 'name')
      if (project.environments.some((one) => one.name.toLowerCase() === wanted.toLowerCase()))
        throw new WrongName(texts.nameTaken(wanted))
      return {
        summary: texts.names.environment(wanted),
        changes: [{ do: 'set_variable', name: 'baseUrl', value: valueIn(values, 'url'), environment: wanted }],
      }
    },
  },
  {
    id: 'suite',
    group: 'project',
    ...texts.forms.suite,
    fields: [name],
    changes(values, { project }) {
      const wanted = valueIn(values, 'name')
      if (project.suites.some((one) => one.name.toLowerCase() === wanted.toLowerCase()))
        throw new WrongName(texts.nameTaken(wanted))
      return { summary: texts.names.suite(wanted), changes: [{ do: 'add_suite', name: wanted }] }
    },
  },
  {
    id: 'rename',
    group: 'project',
    ...texts.forms.rename,
    fields: [
      of(texts.things),
      { id: 'target', kind: 'target', label: labels.from },
      { id: 'to', kind: 'text', label: labels.to },
    ],
    changes: (values) => ({
      summary: texts.names.rename(valueIn(values, 'target'), valueIn(values, 'to')),
      changes: [
        { do: 'rename', of: valueIn(values, 'of') || 'case', target: valueIn(values, 'target'), to: valueIn(values, 'to') },
      ],
    }),
  },
  {
    id: 'move',
    group: 'project',
    ...texts.forms.move,
    fields: [oneCase, { id: 'suite', kind: 'suite', label: labels.suite }],
    changes(values, context) {
      const { one } = caseIn(values, context)
      return {
        summary: texts.names.move(one.name, valueIn(values, 'suite')),
        changes: [{ do: 'move_case', case: one.id, suite: valueIn(values, 'suite') }],
      }
    },
  },
  {
    id: 'remove',
    group: 'project',
    ...texts.forms.remove,
    fields: [of(texts.things), { id: 'target', kind: 'target', label: labels.from }],
    changes: (values) => ({
      summary: texts.names.remove(valueIn(values, 'target')),
      changes: [{ do: 'remove', of: valueIn(values, 'of') || 'case', target: valueIn(values, 'target') }],
    }),
  },
]
