import { toJsonSchema } from '@valibot/to-json-schema'
import { projectSchema } from './schema.ts'

/** The JSON Schema (draft-07) of an `.aprj` file; for generation and tests only. */
export const aprjJsonSchema = (): Record<string, unknown> => ({
  ...toJsonSchema(projectSchema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore' }),
  $id: 'aprj.schema.json',
  title: 'Assay project, version 1',
})
