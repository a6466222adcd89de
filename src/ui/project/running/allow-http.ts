import { emptyEnvironment } from '#engine/project/empty.ts'
import { messageTexts } from '../../run/results/message-texts.ts'
import { newId } from '../new-id.ts'
import { newProjectTexts } from '../new-project-texts.ts'
import type { ProjectContext } from '../project-context.ts'

/** See {@link StepAccess.allowHttp}. */
export function allowHttp({ workspace, environment, setEnvironment }: ProjectContext, host: string): boolean {
  const id = environment() ?? newId()
  const label = messageTexts.exchange.changeStep(messageTexts.exchange.allowHttp(host))
  const done = workspace.edit(label, [], ({ head }) => {
    const active = head.environments.find((one) => one.id === id)
    if (active) active.insecureHosts.push(host)
    else head.environments.push({ ...emptyEnvironment(id, newProjectTexts.usualEnvironment), insecureHosts: [host] })
  })
  if (done) setEnvironment(id)
  return done
}
