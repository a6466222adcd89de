import { AssayError, textOf } from '#engine/base/errors.ts'
import type { MethodId } from '#engine/design/facts.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { Design } from '#engine/design/schemas.ts'
import { designClient } from '#workers/design-client.ts'
import { showToast } from '../../../components/overlays/toasts.tsx'
import type { ProjectContext } from '../../project-context.ts'
import { changeMethod, leftBehind } from './change-method.ts'
import { addDesign, openDesign } from '../open-designer.ts'
import { openShape, shapeSource } from './shape-source.ts'

type Source = NonNullable<Design['source']>

const isOf = (design: Design, source: Source): boolean =>
  design.source?.api === source.api && design.source?.operation === source.operation && design.source?.step === source.step

/** Creates a design from an operation or a request, and shows it; says why not where its model can't be made. */
export async function designOf(context: ProjectContext, source: Source): Promise<Design | undefined> {
  try {
    const of = await shapeSource(context, { source })
    if (!of) return undefined
    const { key } = await openShape(of)
    const model = await designClient.api.model(key, 'combinations')
    return model && addDesign(context, { ...model, source })
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    showToast(textOf(thrown), 'error')
    return undefined
  }
}

/** Shows the design of an operation or a request; makes one if there is none. */
export async function openDesignOf(context: ProjectContext, source: Source): Promise<void> {
  const known = context.workspace.head()?.designs.findLast((design) => isOf(design, source))
  if (known) openDesign(context, known.id)
  else await designOf(context, source)
}

/** A design with another method: what it was when it had it before, else what its source gives for it, else what both know. */
export async function changedMethod(context: ProjectContext, design: Design, method: MethodId): Promise<Design> {
  const known = leftBehind(design, method)
  if (known) return known
  const of = await shapeSource(context, design).catch(() => undefined)
  const shape = of && (await openShape(of).catch(() => undefined))
  const model = shape && (await designClient.api.model(shape.key, method).catch(() => undefined))
  const { id, name, seed, source } = design
  const parsed = model && parseDesign({ ...model, id, name, seed, ...(source && { source }) })
  return parsed?.ok ? parsed.value : changeMethod(design, method)
}
