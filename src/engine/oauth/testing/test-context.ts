import { createRedactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import { fakePorts } from '#engine/ports/testing/index.ts'
import type { OAuthContext } from '../context.ts'

/** The context of a single step, whose record goes nowhere, and what it noted. */
export function testContext(ports: Partial<Ports> = {}): { context: OAuthContext; noted: string[] } {
  const noted: string[] = []
  const context: OAuthContext = {
    ports: fakePorts(ports),
    redactor: createRedactor(),
    signal: new AbortController().signal,
    insecureHosts: [],
    elapsed: () => 0,
    nextId: (prefix) => prefix,
    exchanged: () => undefined,
    noted: (_level, text) => noted.push(text),
    action: () => undefined,
  }
  return { context, noted }
}
