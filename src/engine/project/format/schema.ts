import * as v from 'valibot'
import { dataSourceSchema } from '#engine/data/schemas.ts'
import { designSchema } from '#engine/design/schemas.ts'
import { clientCertificateSchema } from '#engine/steps/keys/client-certificate.ts'
import { conditionSchema } from '#engine/steps/common.ts'
import { jsonObjectText, lines, pairs } from '#engine/steps/fields.ts'
import { stepSchemas } from '#engine/steps/schemas.ts'
import { localeNames } from '#engine/templates/locales.ts'
import { connectionSchema } from '#engine/steps/sql/connection.ts'
import { cookieScopes } from '../cookie-scopes.ts'
import { loadTestSchema } from '../load-test.ts'
import { mergeConflictSchema } from './conflict-schema.ts'

const id = v.pipe(v.string(), v.minLength(1, 'is empty'))
const description = v.optional(lines, '')

/** A variable's name: what `${…}` can refer to. */
export const variableName = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z_][A-Za-z0-9_.-]*$/,
    `isn't a variable name: use letters, digits, "_", "." and "-", starting with a letter or "_"`,
  ),
  v.check((name) => !/^(random|now|env|uuid)(\.|$)/.test(name), 'is reserved for a function: random, now, env and uuid'),
)

/** A variable with its start value, or the id of the secret that is its value. */
export const variableSchema = v.strictObject({
  name: variableName,
  value: v.optional(
    v.union([lines, v.number(), v.boolean(), v.strictObject({ secret: v.pipe(v.string(), v.minLength(1, 'is empty')) })]),
    '',
  ),
  description,
})
/** See {@link variableSchema}. */
export type Variable = v.InferOutput<typeof variableSchema>

/** A named set of variables; one is active for a run. */
export const environmentSchema = v.strictObject({
  id,
  name: v.string(),
  description,
  insecureHosts: v.optional(v.array(v.string()), []),
  /** Certificates of the client for hosts that ask for one. */
  mtls: v.optional(v.array(clientCertificateSchema)),
  variables: v.optional(v.array(variableSchema), []),
})
/** See {@link environmentSchema}. */
export type Environment = v.InferOutput<typeof environmentSchema>

/** Any step, by `kind`. */
export const stepSchema = v.variant('kind', Object.values(stepSchemas))
/** See {@link stepSchema}. */
export type Step = v.InferOutput<typeof stepSchema>

/** Headers that the requests below send unless they have their own; absent: none. */
export const headersSchema = pairs
const headers = v.optional(headersSchema)

export { conditionSchema }

/** An ordered sequence of steps. */
export const caseSchema = v.strictObject({
  id,
  name: v.string(),
  description,
  tags: v.optional(v.array(v.string()), []),
  variables: v.optional(v.array(variableSchema), []),
  headers,
  onlyIf: v.optional(conditionSchema),
  onFailure: v.optional(v.picklist(['stop', 'continue']), 'stop'),
  steps: v.optional(v.array(stepSchema), []),
})
/** See {@link caseSchema}. */
export type Case = v.InferOutput<typeof caseSchema>

/** Cases that belong together. */
export const suiteSchema = v.strictObject({
  id,
  name: v.string(),
  description,
  variables: v.optional(v.array(variableSchema), []),
  headers,
  cases: v.optional(v.array(caseSchema), []),
})
/** See {@link suiteSchema}. */
export type Suite = v.InferOutput<typeof suiteSchema>

/** An API definition (OpenAPI 3.x, Swagger 2.0) that the project holds; `document` is its JSON text. */
export const apiSchema = v.strictObject({ id, name: v.string(), description, document: jsonObjectText })
/** See {@link apiSchema}. */
export type AttachedApi = v.InferOutput<typeof apiSchema>

/** The whole of an `.aprj` file, version 1, in its key order. */
export const projectSchema = v.strictObject({
  format: v.literal('aprj'),
  version: v.literal(1),
  id,
  name: v.string(),
  description,
  /** What a merge left open; absent: nothing. Such a project opens, and isn't run. */
  conflicts: v.optional(v.array(mergeConflictSchema)),
  environments: v.optional(v.array(environmentSchema), []),
  variables: v.optional(v.array(variableSchema), []),
  headers,
  /** How long cookies are kept; absent: not at all. */
  cookies: v.optional(v.picklist(cookieScopes)),
  /** OAuth2 steps with the same settings use one token; absent: each step has its own. */
  shareTokens: v.optional(v.boolean()),
  connections: v.optional(v.array(connectionSchema), []),
  dataSources: v.optional(v.array(dataSourceSchema), []),
  apis: v.optional(v.array(apiSchema), []),
  /** Of random data; absent: English. */
  locale: v.optional(v.picklist(localeNames)),
  suites: v.optional(v.array(suiteSchema), []),
  loadTests: v.optional(v.array(loadTestSchema), []),
  designs: v.optional(v.array(designSchema), []),
  sealed: v.optional(v.strictObject({ format: v.literal('age'), text: lines })),
})
/** See {@link projectSchema}. */
export type Project = v.InferOutput<typeof projectSchema>
