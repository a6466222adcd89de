/** Words that ask for something of a project to be removed: a verb and a thing of a project in one clause, in five languages. */
const verbs =
  'remove|delete|drop|erase|discard|get rid of|throw away|clean up|entfern\\p{L}*|lösch\\p{L}*|wirf|weg damit|elimina\\p{L}*|borra\\p{L}*|quita\\p{L}*|suprim\\p{L}*|supprim\\p{L}*|enl[èe]v\\p{L}*|retir\\p{L}*|efface\\p{L}*|删除|移除|去掉|删掉'
const things =
  'cases?|suites?|tests?|steps?|checks?|assertions?|headers?|variables?|environments?|tags?|designs?|load tests?|loops?|duplicates?|f[aä]lle?|test\\p{L}*|schritte?|prüfung\\p{L}*|variablen?|umgebung\\p{L}*|casos?|pasos?|comprobaci\\p{L}*|pruebas?|entornos?|cas|étapes?|vérification\\p{L}*|essais?|environnements?|用例|套件|步骤|检查|测试|变量|环境'

const asked = new RegExp(`(?:${verbs})[^.;\\n。；]{0,80}?(?:(?<![\\p{L}])(?:${things})(?![\\p{L}])|["“„«'\`「])`, 'iu')

/** Whether a message asks for something of the project to be removed; only then removals are ticked from the start. */
export const asksForRemoval = (text: string): boolean => asked.test(text)
