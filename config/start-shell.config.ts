import type { Plugin } from 'vite'
import { startTexts as t } from '../src/ui/app/start/start-texts.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A door as src/ui/app/start/StartScreen.tsx draws it, with the room for its picture and nothing that could be pressed yet. */
const door = ({ title, text, action }: { title: string; text: string; action: string }, kind = '') =>
  `<section class="start-door"><div class="start-picture"></div><h2>${escaped(title)}</h2><p>${escaped(text)}</p>` +
  `<div class="start-door-actions" aria-hidden="true"><span class="button${kind}">${escaped(action)}</span></div></section>`

const shell = [
  `<h1 class="start-shell">${escaped(t.title)}</h1>`,
  `<p class="start-shell">${escaped(t.text)}</p>`,
  `<div class="start-doors start-shell">${door(t.sample, ' button-primary')}${door(t.own)}${door(t.open)}</div>`,
].join('')

/**
 * Puts the start screen into index.html, in its words and its place, so that a newcomer reads before any code has arrived. Who
 * has been here is shown none of it (public/first-paint.js).
 */
export const startShell: Plugin = {
  name: 'assay-start-shell',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('<!-- start screen -->', () => shell),
  },
}

/** Asks for the typeface with the page, and not when the style sheet has been read: the first words stand in it at once. */
export const fontAhead: Plugin = {
  name: 'assay-font-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => /inter-latin-wght-normal-[\w-]+\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${name}` },
          injectTo: 'head-prepend' as const,
        })),
  },
}
