import { jsonValue } from '#engine/base/encoding/json-value.ts'
import { DesignMistake } from '../mistake.ts'
import { designTexts } from '../texts.ts'
import { isActs, modelOfActs, modelOfActsXml } from './from-acts.ts'
import { isCtwedge, modelOfCtwedge } from './from-ctwedge.ts'
import { isTcases, modelsOfTcases, tcasesOfXml } from './from-tcases.ts'
import type { ForeignModel } from './foreign-model.ts'
import { childrenOf, xmlRoot } from './xml.ts'

/** Whether a string may be a model of a program other than PICT, by how it starts. */
export const looksForeign = (text: string): boolean =>
  /^\s*(?:<|\{\s*"|\[System\]|--|\/\/|Model\s)/i.test(text.replace(/^\uFEFF/, ''))

/**
 * The models of text in the format of another program: ACTS (text, XML), CTWedge, Tcases (JSON, XML). Undefined if it is none
 * of them, such as a PICT text or a design; AssayError `design-unusable` names what can't be read.
 */
export async function foreignModels(text: string): Promise<ForeignModel[] | undefined> {
  const begin = text.replace(/^\uFEFF/, '').trimStart()
  if (begin.startsWith('<')) {
    const root = await xmlRoot(begin)
    if (root?.name === 'System' && childrenOf(root, 'Parameters').length > 0) return [modelOfActsXml(root)]
    if (root?.name === 'System' && childrenOf(root, 'Function').length > 0) return modelsOfTcases(tcasesOfXml(root))
    throw new DesignMistake(designTexts.foreign.noModelXml, designTexts.foreign.noModelXml, { line: 1 })
  }
  if (begin.startsWith('{')) {
    const json = jsonValue(begin)
    return isTcases(json) ? modelsOfTcases(json) : undefined
  }
  if (isActs(begin)) return [modelOfActs(text)]
  return isCtwedge(begin) ? [modelOfCtwedge(text)] : undefined
}
