import type { Schema } from '@cfworker/json-schema'

const types: Schema = { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] }
const schema: Schema = { $ref: '#' }
const schemas: Schema = { type: 'array', items: schema }
const named: Schema = { type: 'object', additionalProperties: schema }
const number: Schema = { type: 'number' }
const count: Schema = { type: 'integer', minimum: 0 }
const text: Schema = { type: 'string' }
const texts: Schema = { type: 'array', items: text }

const all = (keywords: string, of: Schema): Record<string, Schema> =>
  Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, of]))

/**
 * What a JSON Schema of drafts 4 to 2020-12 looks like, as far as their meta-schemas agree: a keyword whose value is of the wrong
 * kind is otherwise taken for one that nothing fulfils. Unknown keywords are allowed (JSON Schema 2020-12 Core 6.5).
 */
export const schemaOfSchemas: Schema = {
  type: ['object', 'boolean'],
  properties: {
    // A list comes first: the last of the errors is reported, and mostly one thing is meant.
    type: { anyOf: [{ type: 'array', items: types }, types] },
    required: texts,
    enum: { type: 'array' },
    items: { anyOf: [schemas, schema] },
    dependentRequired: { type: 'object', additionalProperties: texts },
    dependencies: { type: 'object', additionalProperties: { anyOf: [texts, schema] } },
    uniqueItems: { type: 'boolean' },
    // Draft 4 says whether the limit itself counts.
    ...all('exclusiveMinimum exclusiveMaximum', { type: ['number', 'boolean'] }),
    ...all('minimum maximum', number),
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    ...all('minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains', count),
    ...all('pattern format $ref', text),
    ...all('properties patternProperties $defs definitions dependentSchemas', named),
    ...all('allOf anyOf oneOf prefixItems', schemas),
    ...all('not if then else contains propertyNames', schema),
    ...all('additionalItems additionalProperties unevaluatedItems unevaluatedProperties', schema),
  },
}
