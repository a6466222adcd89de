import { percentDecoded } from '#engine/base/encoding/percent-decoded.ts'
import { createSignal, onCleanup } from 'solid-js'

/**
 * What the URL names: a project, and in it a suite, or a case and its step, a test design, or a tab of its overview. Everything
 * by id.
 */
export interface Route {
  project?: string
  suite?: string
  case?: string
  step?: string
  /** A test design; `new`: the choice of one. */
  design?: string
  /** Of the project's overview; absent: the first. */
  tab?: string
}

/** Reads the part of the URL behind `#`; anything unknown is the empty route. */
export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#?\/?/, '').split('/')
  const decoded = parts.map(percentDecoded)
  const [p, project, kind, id, s, step] = decoded
  if (p !== 'p' || !project) return {}
  if (kind === 'u' && id) return { project, suite: id }
  if (kind === 't' && id) return { project, tab: id }
  if (kind === 'd' && id) return { project, design: id }
  if (kind !== 'c' || !id) return { project }
  return s === 's' && step ? { project, case: id, step } : { project, case: id }
}

/** Writes a route as the part of the URL from `#` on; the inverse of {@link parseRoute}. */
export function formatRoute(route: Route): string {
  if (!route.project) return '#/'
  const project = `#/p/${encodeURIComponent(route.project)}`
  if (route.suite) return `${project}/u/${encodeURIComponent(route.suite)}`
  if (route.design) return `${project}/d/${encodeURIComponent(route.design)}`
  if (!route.case) return route.tab ? `${project}/t/${encodeURIComponent(route.tab)}` : project
  const opened = `${project}/c/${encodeURIComponent(route.case)}`
  return route.step ? `${opened}/s/${encodeURIComponent(route.step)}` : opened
}

/** The current route as a signal, and the way to go somewhere. */
export interface Router {
  route(): Route
  /** `replace` leaves no step behind for the browser's Back. */
  go(route: Route, replace?: boolean): void
}

/** Follows the URL bar; must be called inside a Solid root. */
export function createRouter(view: Window = window): Router {
  const [route, setRoute] = createSignal(parseRoute(view.location.hash), { equals: sameRoute })
  // What is no route, such as the code of a companion, leaves what is shown.
  const follow = () => /^(#(\/|$)|$)/.test(view.location.hash) && setRoute(parseRoute(view.location.hash))
  view.addEventListener('popstate', follow)
  view.addEventListener('hashchange', follow)
  onCleanup(() => {
    view.removeEventListener('popstate', follow)
    view.removeEventListener('hashchange', follow)
  })
  return {
    route,
    go: (next, replace = false) => {
      const address = formatRoute(next)
      if (address !== view.location.hash) {
        if (replace) view.history.replaceState(null, '', address)
        else view.history.pushState(null, '', address)
      }
      setRoute(next)
    },
  }
}

const sameRoute = (a: Route, b: Route) => formatRoute(a) === formatRoute(b)
