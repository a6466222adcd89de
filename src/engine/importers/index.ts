import type { ImporterId } from './facts.ts'
import type { Importer } from './importer.ts'

/** Loads each importer when it is asked; the surest to know its own format are asked first. */
export const importers = {
  openapi: async () => (await import('./openapi/index.ts')).openapiImporter,
  postman: async () => (await import('./postman/index.ts')).postmanImporter,
  curl: async () => (await import('./curl/index.ts')).curlImporter,
} satisfies { [Id in ImporterId]: () => Promise<Importer<Id>> }
