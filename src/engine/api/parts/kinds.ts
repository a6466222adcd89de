/** What a part of a description is, as far as references need it: `schema*` is a map or a list of schemas. */
export type Kind = string

/** The members of each kind that are of a kind themselves; all else is data. */
const members: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  document: {
    paths: 'path*',
    webhooks: 'path*',
    components: 'components',
    definitions: 'schema*',
    parameters: 'parameter*',
    responses: 'response*',
    securityDefinitions: 'securityScheme*',
  },
  components: {
    schemas: 'schema*',
    responses: 'response*',
    parameters: 'parameter*',
    examples: 'example*',
    requestBodies: 'requestBody*',
    headers: 'header*',
    securitySchemes: 'securityScheme*',
    links: 'link*',
    callbacks: 'callback*',
    pathItems: 'path*',
    mediaTypes: 'media*',
  },
  path: {
    parameters: 'parameter*',
    additionalOperations: 'operation*',
    ...each('get put post delete options head patch trace query', 'operation'),
  },
  operation: {
    parameters: 'parameter*',
    requestBody: 'requestBody',
    responses: 'response*',
    callbacks: 'callback*',
  },
  parameter: { schema: 'schema', items: 'schema', examples: 'example*', content: 'media*' },
  header: { schema: 'schema', items: 'schema', examples: 'example*', content: 'media*' },
  requestBody: { content: 'media*' },
  response: { headers: 'header*', content: 'media*', links: 'link*', schema: 'schema' },
  media: { schema: 'schema', itemSchema: 'schema', examples: 'example*', encoding: 'encoding*' },
  encoding: { headers: 'header*' },
  schema: {
    ...each('properties patternProperties dependentSchemas $defs definitions allOf anyOf oneOf prefixItems', 'schema*'),
    ...each('not if then else contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties', 'schema'),
    items: 'schema',
    discriminator: 'discriminator',
  },
}

function each(names: string, kind: Kind): Record<string, Kind> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]))
}

/** What a member of a part is. Items of a list of what should be one thing are that too. */
export function kindOf(parent: Kind, key: string, isItem: boolean): Kind {
  if (parent.endsWith('*')) return parent.slice(0, -1)
  if (parent === 'callback') return 'path'
  if (isItem) return parent
  const own = members[parent]
  return own !== undefined && Object.hasOwn(own, key) ? (own[key] ?? 'data') : 'data'
}

/** Where parts of a kind are kept in a description, by the names of its members; undefined: they have no place of their own. */
export function sectionOf(kind: Kind, swagger: boolean): readonly string[] | undefined {
  const section = (swagger ? swaggerSections : sections).get(kind)
  return section === undefined ? undefined : swagger ? [section] : ['components', section]
}

const sections = new Map<Kind, string>(
  Object.entries(members['components'] ?? {})
    .filter(([, kind]) => kind !== 'path*' && kind !== 'media*')
    .map(([section, kind]) => [kind.slice(0, -1), section]),
)
const swaggerSections = new Map<Kind, string>([
  ['schema', 'definitions'],
  ['parameter', 'parameters'],
  ['response', 'responses'],
])
