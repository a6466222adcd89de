import { AssayError } from '#engine/base/errors.ts'
import { fail, ok } from '#engine/base/result.ts'
import type { Importer } from '../importer.ts'
import { requestName } from '../request/request-name.ts'
import { importerTexts as shared } from '../texts.ts'
import { commandsIn } from './commands.ts'
import { parseCurl } from './parse-curl.ts'

/** cURL commands, one or many, as a shell script or a page of documentation holds them: each becomes a Send Request step. */
export const curlImporter: Importer<'curl'> = {
  id: 'curl',
  detect: ({ files }) => files.length === 1 && commandsIn(files[0]?.text() ?? '').length > 0,
  async read({ name, files }, draft) {
    const commands = files.flatMap((file) => commandsIn(file.text() ?? ''))
    if (commands.length === 0)
      return fail(
        new AssayError('import-unusable', shared.notOfKind(name, 'curl', shared.noRequests), { hint: shared.notOfKindHint }),
      )
    const one = draft.case(draft.suite(draft.project.name), shared.namelessCase)
    one.onFailure = 'continue'
    for (const command of commands) {
      const parsed = parseCurl(command)
      const [line = ''] = command.split('\n')
      if (!parsed.ok) {
        draft.leaveOut(line.slice(0, 80), parsed.error)
        continue
      }
      const { notes, ...request } = parsed.value
      const step = requestName(request.method, request.url)
      for (const note of notes) draft.leaveOut(step, note)
      one.steps.push(draft.step('send-request', { name: step, ...request }))
    }
    return ok(undefined)
  },
}
