import * as v from 'valibot'
import { common } from '../common.ts'
import { bounded, json, writableScope } from '../fields.ts'
import { signingKey } from '../oauth2/schema.ts'

/** The JWT step, in the order of the file. */
export const jwtSchema = v.strictObject({
  ...common('jwt'),
  algorithm: v.optional(signingKey.entries.algorithm, 'RS256'),
  key: v.optional(signingKey),
  header: v.optional(v.record(v.string(), json), {}),
  claims: v.optional(v.record(v.string(), json), {}),
  expiresIn: v.optional(bounded(1, 31_536_000), 300),
  variableName: v.optional(v.string(), 'jwt'),
  variableScope: v.optional(writableScope, 'TestCase'),
})
/** See {@link jwtSchema}. */
export type JwtStep = v.InferOutput<typeof jwtSchema>
