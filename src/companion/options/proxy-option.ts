import { AssayError } from '#engine/base/errors.ts'
import { noProxy, readProxy } from '#platform/node/proxy/http-proxy.ts'
import { UsageError } from '../host.ts'

/** The value of `--proxy`, as it was given; UsageError if nothing can be asked there. */
export function proxyOption(text: string | undefined): string | undefined {
  if (text === undefined || text === noProxy) return text
  try {
    readProxy(text)
    return text
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    throw new UsageError([thrown.message, thrown.hint].filter(Boolean).join(' '))
  }
}
