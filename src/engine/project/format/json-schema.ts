import { toJsonSchema } from '@valibot/to-json-schema'
import { scriptDefinitions } from '#engine/steps/oauth2/automation/schema.ts'
import { projectSchema } from './schema.ts'

/** The JSON Schema (draft-07) of an `.aprj` file; for generation and tests only. */
export const aprjJsonSchema = (): Record<string, unknown> => ({
  ...toJsonSchema(projectSchema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore', definitions: scriptDefinitions }),
  $id: 'aprj.schema.json',
  title: 'Assay project, version 1',
})
