/** A form that a small model fills in: flat fields, `operation` and `operations` chosen from those that were found. */
export interface SmallForm {
  id: string
  /** For the model: when it fits. */
  about: string
  /** JSON Schemas by name. */
  fields: Record<string, Record<string, unknown>>
  required: readonly string[]
  needsOperation?: true
  /** `suites`: those of the project by name. */
  changes(fields: Record<string, unknown>, suites: readonly string[]): { summary: string; changes: unknown[] }
}

const text = { type: 'string' }
const number = { type: 'integer' }

const said = (fields: Record<string, unknown>, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}
const listed = (fields: Record<string, unknown>, name: string): string[] => {
  const value = fields[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** A request built from its definition, and the status that it has to return. */
const requestSteps = (operation: string, status: unknown, more: object = {}): unknown[] => [
  { kind: 'send-request', from: operation, ...more },
  ...(typeof status === 'number' && status >= 100
    ? [{ kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: status }] }]
    : []),
]

/** A case in the suite that was named, else in the first; a project without any gets one. */
function addCase(suites: readonly string[], wanted: string, name: string, steps: unknown[]): unknown[] {
  const known = suites.find((one) => one.toLowerCase() === wanted.toLowerCase()) ?? (wanted === '' ? suites[0] : undefined)
  const suite = known ?? (wanted === '' ? 'Tests' : wanted)
  return [...(known === undefined ? [{ do: 'add_suite', name: suite }] : []), { do: 'add_case', suite, name, steps }]
}

/** The forms, the most usual first. */
export const smallForms: readonly SmallForm[] = [
  {
    id: 'flow',
    about: 'one case that sends several requests one after the other, as create, read, delete',
    fields: { operations: { type: 'array' }, name: text, suite: text },
    required: ['operations'],
    needsOperation: true,
    changes(fields, suites) {
      const operations = listed(fields, 'operations')
      const name = said(fields, 'name') || operations.join(' → ')
      return {
        summary: name,
        changes: addCase(
          suites,
          said(fields, 'suite'),
          name,
          operations.flatMap((one) => requestSteps(one, undefined)),
        ),
      }
    },
  },
  {
    id: 'request',
    about: 'one request, with the status that it should return',
    fields: { operation: text, status: number, name: text, suite: text },
    required: ['operation'],
    needsOperation: true,
    changes(fields, suites) {
      const operation = said(fields, 'operation')
      const name = said(fields, 'name') || operation
      return { summary: name, changes: addCase(suites, said(fields, 'suite'), name, requestSteps(operation, fields['status'])) }
    },
  },
  {
    id: 'negative',
    about: 'a request that must be refused: no token, or a field left out',
    fields: { operation: text, what: { enum: ['no token', 'field left out'] }, field: text, status: number },
    required: ['operation', 'what'],
    needsOperation: true,
    changes(fields, suites) {
      const operation = said(fields, 'operation')
      const isToken = fields['what'] === 'no token'
      const field = said(fields, 'field')
      const status = typeof fields['status'] === 'number' ? fields['status'] : isToken ? 401 : 400
      const more = isToken ? { as: 'none' } : { omit: [field] }
      const name = isToken ? `${operation} without a token` : `${operation} without ${field}`
      return { summary: name, changes: addCase(suites, '', name, requestSteps(operation, status, more)) }
    },
  },
  {
    id: 'suite',
    about: 'a new suite',
    fields: { name: text },
    required: ['name'],
    changes: (fields) => ({
      summary: `Suite ${said(fields, 'name')}`,
      changes: [{ do: 'add_suite', name: said(fields, 'name') }],
    }),
  },
  {
    id: 'rename',
    about: 'another name for a case or suite',
    fields: { of: { enum: ['case', 'suite'] }, from: text, to: text },
    required: ['of', 'from', 'to'],
    changes: (fields) => ({
      summary: `${said(fields, 'from')} → ${said(fields, 'to')}`,
      changes: [{ do: 'rename', of: fields['of'], target: said(fields, 'from'), to: said(fields, 'to') }],
    }),
  },
]
