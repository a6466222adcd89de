import { textOf } from '#engine/base/errors.ts'
import type { RunClient } from '#workers/run-client.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { companionTexts } from './texts.ts'

/** Pairs with the companion that serves this page, by the code that stood behind the # of its URL. */
export async function pairFromAddress({ companion }: Pick<RunClient, 'companion'>, code: string): Promise<void> {
  try {
    await companion.pair(location.origin, code)
    showToast(companionTexts.pairedNow)
  } catch (thrown) {
    // The URL was opened before, by this browser perhaps.
    const { state } = await companion.connect()
    if (state !== 'connected') showToast(textOf(thrown), 'warning')
  }
}
