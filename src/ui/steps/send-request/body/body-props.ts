import type { RequestBody } from '#engine/steps/send-request/schema.ts'

/** A body of one type. */
export type BodyOf<T extends RequestBody['type']> = Extract<RequestBody, { type: T }>

/** What the editors of the body's types get. */
export interface BodyProps<T extends RequestBody['type']> {
  body: BodyOf<T>
  readOnly: boolean
  edit(label: string, recipe: (body: BodyOf<T>) => void, merge?: string): void
}
