import { For, Show, type Component } from 'solid-js'
import type { JarReport } from '#engine/runner/report/events.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { formatMoment } from '../format.ts'
import { messageTexts } from './message-texts.ts'
import './cookie-jars.css'

const texts = messageTexts.jars

/** Whose jar it is: `Suite Orders`, `Case Create order`, `Run`. */
function ownerOf({ suites }: Report, { scope, id }: JarReport): string {
  const named = scope === 'suite' ? suites : scope === 'case' ? suites.flatMap(({ cases }) => cases) : []
  const name = named.find((one) => one.id === id)?.name
  return name === undefined ? texts.owners[scope] : `${texts.owners[scope]} ${name}`
}

const flagsOf = ({ secure, httpOnly, sameSite, expires }: JarReport['cookies'][number]): string =>
  [
    secure ? 'Secure' : '',
    httpOnly ? 'HttpOnly' : '',
    sameSite === undefined ? '' : `SameSite=${sameSite}`,
    expires === undefined ? '' : texts.expires(formatMoment(Date.parse(expires))),
  ]
    .filter((flag) => flag !== '')
    .join(', ')

/** The cookies that a run kept, jar by jar. `value` shows a value that may be masked. */
export const CookieJars: Component<{ report: Report; value: Component<{ text: string }> }> = (props) => (
  <For each={props.report.jars}>
    {(jar) => (
      <section class="cookie-jar">
        <h4>{ownerOf(props.report, jar)}</h4>
        <table>
          <thead>
            <tr>
              <For each={texts.columns}>{(title) => <th scope="col">{title}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={jar.cookies}>
              {(cookie) => (
                <tr>
                  <td>{cookie.name}</td>
                  <td>
                    <props.value text={cookie.value} />
                  </td>
                  <td>{cookie.hostOnly ? cookie.domain : `*.${cookie.domain}`}</td>
                  <td>{cookie.path}</td>
                  <td>{flagsOf(cookie)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
        <Show when={jar.more}>{(more) => <p>{texts.more(more())}</p>}</Show>
      </section>
    )}
  </For>
)
