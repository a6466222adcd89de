import { AssayError } from '#engine/base/errors.ts'
import type { Told } from '#engine/base/secrets/masked.ts'
import { queryOf } from '#engine/base/secrets/redactor.ts'
import type {
  BrowserLogin,
  Exchange,
  LoginPage,
  LoginScript,
  LoginTold,
  ScriptedLogin,
  ScriptedLogins,
} from '#engine/ports/index.ts'
import type { OAuthContext } from './context.ts'
import { maskMeaning } from './messages/exchange-recorder.ts'
import { meanings } from './messages/meanings.ts'
import type { OAuthSettings } from './settings.ts'
import { scriptTexts } from './texts.ts'

/** The most characters of a page's accessibility tree that are kept. */
const longestTree = 65_536

const scriptsOf = ({ ports }: OAuthContext): ScriptedLogins => {
  if (ports.scripts) return ports.scripts
  throw new AssayError('browser-limit', scriptTexts.noBrowser, { hint: scriptTexts.noBrowserHint })
}

/** A page that a script stood on, for the exchange record: its picture is kept as a body, secrets in its texts are masked. */
async function recordPage(context: OAuthContext, page: LoginPage): Promise<void> {
  const { redactor, ports } = context
  const at = context.elapsed()
  const body = page.image === undefined ? undefined : await ports.bodies.put(page.image, 'image/png')
  const id = context.nextId('exchange')
  context.exchanged('login-page', (): Told<Exchange> => {
    const url = redactor.mask(page.url)
    return {
      id,
      purpose: 'login-page',
      at,
      duration: 0,
      request: {
        method: redactor.mask('GET'),
        url,
        headers: [],
        parameters: queryOf(url).map(([name, value]) => [redactor.mask(name), redactor.mask(value)]),
      },
      response: {
        status: 0,
        statusText: redactor.mask(page.title),
        headers: [],
        ...(body === undefined ? {} : { body: { ...body, id: body.id, mediaType: redactor.mask(body.mediaType) } }),
        text: redactor.begin(page.tree, longestTree),
        size: page.tree.length,
      },
      meaning: maskMeaning(redactor, { ...meanings.loginPage, request: scriptTexts.page(page.name) }),
    }
  })
}

function maskedPage({ redactor }: OAuthContext, { kind, page }: Extract<LoginTold, { kind: 'page' }>): LoginTold {
  const { name, url, title, tree } = page
  return {
    kind,
    page: {
      ...page,
      name: redactor.mask(name),
      url: redactor.mask(url),
      title: redactor.mask(title),
      tree: redactor.begin(tree, longestTree),
    },
  }
}

/** Reports on a script while it runs; `settled` resolves when all reports are kept. */
function listener(context: OAuthContext): { tell(told: LoginTold): void; settled(): Promise<unknown> } {
  const kept: Promise<void>[] = []
  return {
    tell(told) {
      if (told.kind === 'secret') context.redactor.add(told.name, told.value)
      else if (told.kind === 'note') context.noted(told.level, told.text)
      else if (told.kind === 'page') {
        if (context.told === undefined) kept.push(recordPage(context, told.page))
        else context.told(maskedPage(context, told))
      } else context.told?.(told)
    },
    settled: () => Promise.all(kept),
  }
}

function byScript(context: OAuthContext, settings: OAuthSettings, script: LoginScript): BrowserLogin {
  const { insecureHosts } = context
  const login = async (
    asked: Pick<ScriptedLogin, 'url' | 'redirectUri' | 'userCode' | 'hasUserCode'>,
    signal: AbortSignal,
    timeout = settings.loginTimeout * 1000,
  ) => {
    const { tell, settled } = listener(context)
    try {
      return await scriptsOf(context).login({ ...asked, script, timeout, insecureHosts }, tell, signal)
    } finally {
      await settled()
    }
  }
  const redirectUri = async () => script.redirectUri ?? scriptsOf(context).redirectUri(context.signal)
  return {
    redirectUri,
    authorize: async ({ url }, _onState, signal) => login({ url, redirectUri: await redirectUri() }, signal),
    canApprove: async () => void scriptsOf(context),
    async approve({ verificationUri, verificationUriComplete, userCode, timeout }, signal) {
      await login(
        { url: verificationUriComplete ?? verificationUri, userCode, hasUserCode: verificationUriComplete !== undefined },
        signal,
        timeout,
      )
      throw new AssayError('internal', 'The script for a device ended.')
    },
  }
}

/** Who signs in: the script of the step, if it has one, or a user at this host. */
export const loginOf = (context: OAuthContext, settings: OAuthSettings): BrowserLogin =>
  settings.script ? byScript(context, settings, settings.script) : context.ports.login
