import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import type { KnownOperation } from '#engine/case-builder/project-index.ts'
import type { OperationRole } from '#engine/case-builder/operation-role.ts'
import { WrongName } from '#engine/tools/find-by-name.ts'
import { builtCase, type FormRequest } from './built-case.ts'
import { operationIn, pairsIn, valueIn, type Form, type FormField, type FormContext } from './form.ts'
import { labels, recipeTexts as texts } from './texts.ts'

const create: FormField = { id: 'operation', kind: 'operation', label: labels.create, roles: ['create'] }
const suite: FormField = { id: 'suite', kind: 'suite', label: labels.suite, optional: true }
const fields: FormField = { id: 'fields', kind: 'lines', label: labels.fields, hint: labels.fieldsHint, optional: true }
const name: FormField = { id: 'name', kind: 'text', label: labels.name, optional: true }

/** What does something else with the thing that an operation is about; WrongName if nothing does. */
function other({ index }: FormContext, of: KnownOperation, role: OperationRole): KnownOperation {
  const found = relatedOperation(index, of, role)
  if (!found) throw new WrongName(texts.noOther(of.name, role))
  return found
}

/** The status that is documented for what isn't there; 404 otherwise. */
const gone = (operation: KnownOperation, context: FormContext): FormRequest => ({
  operation: other(context, operation, 'read'),
  status: 404,
})

/** Forms that send several requests about one thing. */
export const flowForms: readonly Form[] = [
  {
    id: 'create-delete',
    group: 'flow',
    ...texts.forms['create-delete'],
    fields: [
      create,
      { id: 'gone', kind: 'choice', label: labels.gone, choices: texts.noYes, optional: true },
      fields,
      suite,
      name,
    ],
    changes(values, context) {
      const operation = operationIn(values, context)
      const requests: FormRequest[] = [
        { operation, fields: pairsIn(values, 'fields') },
        { operation: other(context, operation, 'delete') },
        ...(valueIn(values, 'gone') === 'yes' ? [gone(operation, context)] : []),
      ]
      return builtCase(requests, valueIn(values, 'name') || texts.names.createDelete(operation.title), values, context)
    },
  },
  {
    id: 'crud',
    group: 'flow',
    ...texts.forms.crud,
    fields: [create, fields, suite, name],
    changes(values, context) {
      const operation = operationIn(values, context)
      const requests: FormRequest[] = [
        { operation, fields: pairsIn(values, 'fields') },
        { operation: other(context, operation, 'read') },
        { operation: other(context, operation, 'update') },
        { operation: other(context, operation, 'delete') },
      ]
      return builtCase(requests, valueIn(values, 'name') || texts.names.crud(operation.title), values, context)
    },
  },
  {
    id: 'read-back',
    group: 'flow',
    ...texts.forms['read-back'],
    fields: [create, fields, suite, name],
    changes(values, context) {
      const operation = operationIn(values, context)
      const requests = [{ operation, fields: pairsIn(values, 'fields') }, { operation: other(context, operation, 'read') }]
      return builtCase(requests, valueIn(values, 'name') || texts.names.readBack(operation.title), values, context)
    },
  },
  {
    id: 'request',
    group: 'flow',
    ...texts.forms.request,
    fields: [
      { id: 'operation', kind: 'operation', label: labels.operation },
      fields,
      { id: 'status', kind: 'number', label: labels.status, optional: true },
      suite,
      name,
    ],
    changes(values, context) {
      const operation = operationIn(values, context)
      const status = valueIn(values, 'status')
      const request = { operation, fields: pairsIn(values, 'fields'), ...(status === '' ? {} : { status: Number(status) }) }
      return builtCase([request], valueIn(values, 'name') || operation.title, values, context)
    },
  },
  {
    id: 'negative',
    group: 'negative',
    ...texts.forms.negative,
    fields: [
      { id: 'operation', kind: 'operation', label: labels.operation },
      { id: 'what', kind: 'choice', label: labels.what, choices: texts.negative },
      { id: 'field', kind: 'text', label: labels.field, when: ['what', ['missing', 'invalid']] },
      { id: 'value', kind: 'text', label: labels.value, when: ['what', ['invalid', 'unknown']] },
      { id: 'status', kind: 'number', label: labels.status, hint: labels.documented, optional: true },
      suite,
      name,
    ],
    changes(values, context) {
      const operation = operationIn(values, context)
      const what = valueIn(values, 'what') || 'missing'
      const field = valueIn(values, 'field')
      if (what === 'unknown') {
        const [, parameter] = /\{([^{}]+)\}[^{}]*$/.exec(operation.path) ?? []
        if (parameter === undefined) throw new WrongName(texts.noParameter(operation.name))
        const value = valueIn(values, 'value')
        const request = { operation, fields: { [parameter]: value }, status: statusOf(values, operation, ['404']) }
        return builtCase([request], valueIn(values, 'name') || texts.names.unknown(operation.title), values, context)
      }
      const known = [...operation.fields, ...operation.inner].some((one) => one.name === field || one.key === field)
      if (!known)
        throw new WrongName(
          texts.noField(
            operation.name,
            field,
            operation.fields.map((one) => one.name),
          ),
        )
      const broken =
        what === 'invalid'
          ? { fields: { [field]: pairsIn({ v: `v=${valueIn(values, 'value')}` }, 'v')['v'] } }
          : { omit: [field] }
      const title = what === 'invalid' ? texts.names.invalid : texts.names.missing
      const request = { operation, ...broken, status: statusOf(values, operation, ['400', '422']) }
      return builtCase([request], valueIn(values, 'name') || title(operation.title, field), values, context)
    },
  },
  {
    id: 'token',
    group: 'negative',
    ...texts.forms.token,
    fields: [
      { id: 'operation', kind: 'operation', label: labels.operation },
      { id: 'token', kind: 'choice', label: labels.token, choices: texts.tokens },
      { id: 'status', kind: 'number', label: labels.status, hint: labels.documented, optional: true },
      suite,
      name,
    ],
    changes(values, context) {
      const operation = operationIn(values, context)
      const token = valueIn(values, 'token') === 'wrong' ? 'wrong' : 'none'
      const request = { operation, token, status: statusOf(values, operation, ['401']) } as const
      const title = token === 'none' ? texts.names.noToken : texts.names.wrongToken
      return builtCase([request], valueIn(values, 'name') || title(operation.title), values, context)
    },
  },
]

/** The status of the field, otherwise the only documented one of those that fit. Several or none: the user has to say. */
function statusOf(values: Parameters<Form['changes']>[0], operation: KnownOperation, usual: readonly string[]): number {
  const said = valueIn(values, 'status')
  if (said !== '') return Number(said)
  const documented = operation.api?.api.operation(operation.api.key)?.responses.map(({ status }) => status) ?? []
  const fitting = usual.filter((status) => documented.includes(status))
  if (fitting.length === 1) return Number(fitting[0])
  // Without a token and for what isn't there, HTTP itself has one status (RFC 9110 section 15.5).
  if (usual.length === 1) return Number(usual[0])
  throw new WrongName(texts.sayStatus(operation.name, fitting))
}
