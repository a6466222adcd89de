import type { Draft } from '../draft.ts'
import { textAt, type Plain } from '../json-access.ts'
import { importerTexts as texts } from '../texts.ts'
import type { TreeRequest } from '../tree.ts'

/**
 * Unit tests of design documents: each sends a request of the collection and looks at its response, so it becomes tests of that
 * request.
 */
export function addUnitTests(tests: readonly Plain[], requests: ReadonlyMap<string, TreeRequest>, draft: Draft): void {
  for (const test of tests) {
    const name = textAt(test, 'name') || texts.nameless
    const request = requests.get(textAt(test, 'requestId'))
    const script = scriptOf(name, textAt(test, 'code'))
    if (request === undefined || script === undefined) draft.leaveOut(name, texts.unitTest)
    else request.after = [...(request.after ?? []), script]
  }
}

/** The script of a unit test as one that runs after the response; undefined if it sends anything but its own request, once. */
function scriptOf(name: string, code: string): string | undefined {
  const [call, variable] = /\b(?:const|let|var)\s+(\w+)\s*=\s*await\s+insomnia\.send\(\s*\);?/.exec(code) ?? []
  if (call === undefined || variable === undefined) return undefined
  const body = code
    .replace(call, '')
    .replaceAll(new RegExp(`\\b${variable}\\.(status|data)\\b`, 'g'), (_all, part: string) =>
      part === 'status' ? 'insomnia.response.code' : 'insomnia.response.body',
    )
  return body.includes('insomnia.send') ? undefined : `insomnia.test(${JSON.stringify(name)}, () => {\n${body}\n})`
}
