import { firstUse } from '../../page/first-use.ts'
import { projectTexts as texts } from '../texts.ts'
import type { Composer } from './workspace.ts'

/** What makes edits, fetched once someone uses the page: the first screen does without. An edit that comes earlier waits for it. */
export function createLazyComposer(): () => Composer | Promise<Composer> {
  let composer: Composer | Promise<Composer> | undefined
  const load = async (): Promise<Composer> => {
    try {
      return (composer = (await import('#engine/project/edit/compose.ts')).composeEdit)
    } catch (thrown) {
      // The next edit asks again.
      composer = undefined
      throw new Error(texts.noComposer, { cause: thrown })
    }
  }
  const get = (): Composer | Promise<Composer> => (composer ??= load())
  void firstUse.then(get).catch(reportError)
  return get
}
