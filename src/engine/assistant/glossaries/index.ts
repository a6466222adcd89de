import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Glossary, Language } from './glossary.ts'
import { zh } from './zh.ts'

/** Every language that is understood: a file of data each. */
export const glossaries: Readonly<Record<Language, Glossary>> = { en, de, es, fr, zh }
