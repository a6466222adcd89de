import type { ImporterId } from './facts.ts'
import type { Importer } from './importer.ts'

/** Loads each importer when it is asked; the surest to know its own format are asked first. */
export const importers = {
  openapi: async () => (await import('./openapi/index.ts')).openapiImporter,
  postman: async () => (await import('./postman/index.ts')).postmanImporter,
  bruno: async () => (await import('./bruno/index.ts')).brunoImporter,
  insomnia: async () => (await import('./insomnia/index.ts')).insomniaImporter,
  hoppscotch: async () => (await import('./hoppscotch/index.ts')).hoppscotchImporter,
  thunder: async () => (await import('./thunder/index.ts')).thunderImporter,
  httpie: async () => (await import('./httpie/index.ts')).httpieImporter,
  har: async () => (await import('./har/index.ts')).harImporter,
  soapui: async () => (await import('./soapui/index.ts')).soapuiImporter,
  http: async () => (await import('./http/index.ts')).httpImporter,
  curl: async () => (await import('./curl/index.ts')).curlImporter,
} satisfies { [Id in ImporterId]: () => Promise<Importer<Id>> }
