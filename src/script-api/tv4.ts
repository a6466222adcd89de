import { library } from './libraries.ts'

interface Validator {
  addSchema(schema: unknown, uri?: string): void
  validate(schema: unknown, value: unknown): boolean
  errors: { message?: string; dataPath: string; schemaPath: string }[] | null
}

/** What of tv4 scripts use, by ajv: `validate`, `validateResult`, `validateMultiple`, `addSchema`, `error`. */
export function tv4Of() {
  const Ajv = library('ajv') as new (options: object) => Validator
  const ajv = new Ajv({ allErrors: true, logger: false, schemaId: 'auto', meta: true, unknownFormats: 'ignore' })
  const errorsOf = () =>
    (ajv.errors ?? []).map(({ message = '', dataPath, schemaPath }) => ({
      message,
      dataPath: dataPath.replace(/\./g, '/'),
      schemaPath,
    }))
  const withoutDraft = (schema: unknown): unknown =>
    typeof schema === 'object' && schema !== null && '$schema' in schema ? { ...schema, $schema: undefined } : schema
  const tv4 = {
    error: null as { message: string; dataPath: string; schemaPath: string } | null,
    missing: [] as string[],
    validate(value: unknown, schema: unknown): boolean {
      const valid = ajv.validate(withoutDraft(schema), value)
      tv4.error = valid ? null : (errorsOf()[0] ?? null)
      return valid
    },
    validateResult(value: unknown, schema: unknown) {
      const valid = tv4.validate(value, schema)
      return { valid, error: tv4.error, missing: [] }
    },
    validateMultiple(value: unknown, schema: unknown) {
      const valid = tv4.validate(value, schema)
      return { valid, errors: valid ? [] : errorsOf(), missing: [] }
    },
    addSchema(uri: unknown, schema?: unknown) {
      ajv.addSchema(withoutDraft(schema ?? uri), typeof uri === 'string' ? uri : undefined)
    },
    addFormat: () => undefined,
    reset: () => undefined,
  }
  return tv4
}
