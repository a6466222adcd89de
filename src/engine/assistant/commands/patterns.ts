/** A sentence form: what it means, and how it is said. Slots are called like the fields of the form. */
export interface Command {
  form: string
  /** Fields that it sets beside its slots. */
  set?: Readonly<Record<string, string>>
  en: readonly string[]
  de?: readonly string[]
  es?: readonly string[]
  fr?: readonly string[]
  zh?: readonly string[]
  example: string
}

const thing = '{operation:thing}'
const returns = '(returns|should return|must return|responds with|should respond with|answers|should answer|gives)'
const expect = `[(${returns}|and expect|expect|expecting|and check for|->) [status|a|an|the status] {status}]`
const gone = "check [that|if|whether] (it is|it’s|it's) (gone|deleted|really gone)"

/** Every sentence form, the most usual first. */
export const commands: readonly Command[] = [
  {
    form: 'create-delete',
    example: 'create an order, then delete it',
    en: [
      `[add a test that] (create|add|make|creates|adds) ${thing} [with {fields:pairs}] [and] [then] (delete|remove|deletes|removes) it [again|afterwards]`,
      `(create|add|make) and [then] (delete|remove) ${thing}`,
    ],
    de: [
      `(erstelle|erzeuge) ${thing} [und] [dann|danach] lösche (es|sie|ihn) [wieder|dann|danach]`,
      `lege ${thing} an [und] [dann|danach] lösche (es|sie|ihn) [wieder]`,
    ],
    es: [
      `(crea|crear) ${thing} [y] [luego|después] (bórrala|bórralo|elimínala|elimínalo|borrarla|borrarlo|eliminarla|eliminarlo)`,
    ],
    fr: [`(crée|créer|crée-moi) ${thing} [et] [puis|ensuite] (supprime-la|supprime-le|la supprimer|le supprimer)`],
    zh: [`创建 [一个|一] ${thing} [然后|再|并] 删除 [它]`],
  },
  {
    form: 'create-delete',
    set: { gone: 'yes' },
    example: 'create an order, then delete it and check that it is gone',
    en: [`(create|add|make) ${thing} [with {fields:pairs}] [and] [then] (delete|remove) it [again] [and] [then] ${gone}`],
    de: [
      `(erstelle|erzeuge) ${thing} [und] [dann|danach] lösche (es|sie|ihn) [wieder] [und] prüfe (ob|dass) (es|sie|er) weg ist`,
      `lege ${thing} an [und] [dann|danach] lösche (es|sie|ihn) [wieder] [und] prüfe (ob|dass) (es|sie|er) weg ist`,
    ],
    es: [`crea ${thing} [y] [luego|después] (bórrala|bórralo|elimínala|elimínalo) [y] comprueba que ya no existe`],
    fr: [
      `crée ${thing} [et] [puis|ensuite] (supprime-la|supprime-le) [et] vérifie (qu'elle|qu’elle|qu'il|qu’il) (a disparu|n'existe plus|n’existe plus)`,
    ],
    zh: [`创建 [一个|一] ${thing} [然后|再|并] 删除它 [并|然后] (确认|检查) 它 (已不存在|不存在了)`],
  },
  {
    form: 'crud',
    example: 'CRUD for orders',
    en: [
      `[add|create|make|write] [a] crud [test|tests|case] (for|of|on) ${thing}`,
      `test crud (of|for|on) ${thing}`,
      `create[,] read[,] update and delete ${thing}`,
    ],
    de: [`[erstelle] [einen] (crud|crud-test|crud-tests) [test|tests] für ${thing}`],
    es: [`[prueba|pruebas] crud (para|de) ${thing}`],
    fr: [`[test|tests] crud (pour|de|des|sur) ${thing}`],
    zh: [`${thing} [的] crud [测试]`, `对 ${thing} [做|进行] crud 测试`],
  },
  {
    form: 'read-back',
    example: 'create an order, then read it back',
    en: [`(create|add|make) ${thing} [with {fields:pairs}] [and] [then] (read|get|fetch) it [back|again]`],
    de: [
      `(erstelle|erzeuge) ${thing} [und] [dann|danach] (lies|lese) (es|sie|ihn) [wieder|zurück]`,
      `lege ${thing} an [und] [dann|danach] lies (es|sie|ihn) [wieder|zurück]`,
    ],
    es: [`crea ${thing} [y] [luego|después] (léela|léelo|consúltala|consúltalo)`],
    fr: [`crée ${thing} [et] [puis|ensuite] (lis-la|lis-le|relis-la|relis-le)`],
    zh: [`创建 [一个|一] ${thing} [然后|再|并] (读取|查询) [它]`],
  },
  {
    form: 'request',
    example: 'POST /orders with quantity 3 should return 201',
    // An operation alone is no command: "delete orders" may mean something else.
    en: [
      `(test|send|call|check that|test that|add a test for|add a request for|add a case for) {operation} [with {fields:pairs}] ${expect}`,
      `{operation} [with {fields:pairs}] (${returns}|expect) [status|a|the status] {status}`,
    ],
    de: [
      `(teste|sende|prüfe dass) {operation} [mit {fields:pairs}] [(liefert|ergibt|soll|erwarte) [status] {status} [liefern|ergeben]]`,
      `{operation} [mit {fields:pairs}] (liefert|ergibt|soll) [status] {status} [liefern|ergeben]`,
    ],
    es: [
      `(prueba|envía|comprueba que) {operation} [con {fields:pairs}] [(devuelve|debe devolver) [el] [estado|código] {status}]`,
    ],
    fr: [`(teste|envoie|vérifie que) {operation} [avec {fields:pairs}] [(renvoie|doit renvoyer) [le] [statut|code] {status}]`],
    zh: [`[测试|发送] {operation} [应|应该|应当] [返回] {status}`, `(测试|发送) {operation}`],
  },
  {
    form: 'negative',
    set: { what: 'missing' },
    example: 'POST /orders without sku should return 422',
    en: [
      `[test|test that|check that|add a test for|add a negative test for|negative test for] {operation} without [the] [field] {field} ${expect}`,
    ],
    de: [`[teste|negativtest für] {operation} ohne [das] [feld] {field} [(liefert|gibt|ergibt|erwarte) [status] {status}]`],
    es: [`[prueba|comprueba que] {operation} sin [el] [campo] {field} [(devuelve|debe devolver|espera) {status}]`],
    fr: [`[teste|vérifie que] {operation} sans [le] [champ] {field} [(renvoie|doit renvoyer) {status}]`],
    zh: [`[测试] {operation} (不带|缺少) [字段] {field} [应|应该] [返回] [{status}]`],
  },
  {
    form: 'negative',
    set: { what: 'invalid' },
    example: 'POST /orders with invalid quantity 0 should return 422',
    en: [`[test|test that|check that|add a test for] {operation} with [an] invalid {field} [=|of|:] {value} ${expect}`],
    de: [`[teste] {operation} mit ungültigem {field} {value} [(liefert|gibt|ergibt|erwarte) [status] {status}]`],
  },
  {
    form: 'negative',
    set: { what: 'unknown' },
    example: 'GET /orders/{id} with unknown id 999 should return 404',
    en: [
      `[test|test that|check that|add a test for] {operation} (with|for) [an|the] (unknown|nonexistent) [id] {value} ${expect}`,
    ],
  },
  {
    form: 'token',
    set: { token: 'none' },
    example: 'POST /orders without a token should return 401',
    en: [
      `[test|test that|check that|add a test for|add a negative test for] {operation} without (a token|token|any token|the token|authentication|credentials) ${expect}`,
    ],
    de: [`[teste] {operation} ohne (token|ein token|anmeldung) [(liefert|gibt|ergibt|erwarte) [status] {status}]`],
    es: [
      `[prueba|comprueba que] {operation} sin (token|el token|un token|autenticación) [(devuelve|debe devolver|espera) {status}]`,
    ],
    fr: [`[teste|vérifie que] {operation} sans (jeton|token|authentification) [(renvoie|doit renvoyer) {status}]`],
    zh: [`[测试] {operation} (不带|没有) (令牌|token) [应|应该] [返回] [{status}]`],
  },
  {
    form: 'token',
    set: { token: 'wrong' },
    example: 'POST /orders with a wrong token should return 401',
    en: [`[test|test that|check that|add a test for] {operation} with (a|an) (wrong|invalid|bad) token ${expect}`],
    de: [`[teste] {operation} mit (falschem|ungültigem|einem falschen) token [(liefert|gibt|ergibt|erwarte) [status] {status}]`],
  },
  {
    form: 'boundaries',
    example: 'boundary values for POST /orders',
    en: [
      `[add|make|create] boundary (values|value tests|value analysis|tests) (for|of) {operation}`,
      `[add|make|create] boundary (values|value tests|value analysis|tests) (for|of) {parameters:fields} (of|in|when|for) {operation}`,
    ],
    de: [`grenzwerte (für|von) {operation}`, `grenzwerte (für|von) {parameters:fields} (von|bei|in) {operation}`],
    es: [`valores límite (para|de) {operation}`, `valores límite (para|de) {parameters:fields} (de|en) {operation}`],
    fr: [`valeurs limites (pour|de) {operation}`, `valeurs limites (pour|de) {parameters:fields} (de|dans) {operation}`],
    zh: [`{operation} [的] 边界值 [测试]`],
  },
  {
    form: 'partitions',
    example: 'equivalence partitions for POST /orders',
    en: [`[add|make|create] equivalence (partitions|classes|partitioning) (for|of) {operation}`],
    de: [`äquivalenzklassen (für|von) {operation}`],
    es: [`(clases|particiones) de equivalencia (para|de) {operation}`],
    fr: [`classes d'équivalence (pour|de) {operation}`, `classes d’équivalence (pour|de) {operation}`],
    zh: [`{operation} [的] 等价类 [测试]`],
  },
  {
    form: 'pairwise',
    example: 'pairwise for POST /orders',
    en: [
      `[add|make|create] (pairwise|pairwise tests|pairwise test cases|all pairs) (for|of) {operation}`,
      `{strength:way} combinations (for|of) {operation}`,
    ],
    de: [`(pairwise|pairwise-tests|paarweise tests) für {operation}`],
    es: [`(pairwise|pruebas por pares) (para|de) {operation}`],
    fr: [`(pairwise|tests par paires) (pour|de) {operation}`],
    zh: [`{operation} [的] (成对|pairwise) [测试]`],
  },
  {
    form: 'design-tests',
    example: 'make the tests of D1 in Orders',
    en: [`(make|add|create) [the] (tests|cases) of [design] {design} in [the] [suite] {suite}`],
  },
  {
    form: 'load',
    example: 'load test "List orders" with 20 users for 1 minute',
    en: [
      `(run|load test|load-test|load test for|load test of) [the] [case|suite] {target} with {users:number} users for {duration}`,
    ],
    de: [`(lasttest für|lasttest mit|lasttest von) {target} mit {users:number} (benutzern|nutzern) für {duration}`],
    es: [`prueba de carga de {target} con {users:number} usuarios durante {duration}`],
    fr: [`test de charge de {target} avec {users:number} utilisateurs pendant {duration}`],
    zh: [`用 {users:number} 个用户对 {target} 压测 {duration}`],
  },
  {
    form: 'data-driven',
    example: 'make "Feed a pet" data-driven with pets.csv',
    en: [
      `(make|run) [the] [case] {case} data-driven (with|from) {rows:file}`,
      `run [the] [case] {case} (once for|for) (each|every) row (of|in) {rows:file}`,
    ],
  },
  {
    form: 'suite',
    example: 'add a suite called Refunds',
    en: [
      `(add|create|make) [a] [new] [test] suite (called|named) {name}`,
      `(add|create|make) [a] [new] [test] suite {name:title}`,
    ],
    de: [
      `(erstelle|füge) [eine] [neue] (suite|testsuite) {name:title} [hinzu]`,
      `lege [eine] [neue] (suite|testsuite) {name:title} an`,
    ],
    es: [`(crea|añade|agrega) [una] [nueva] suite (llamada {name}|{name:title})`],
    fr: [`(crée|ajoute) [une] [nouvelle] suite (appelée {name}|nommée {name}|{name:title})`],
    zh: [`(添加|新建|创建) [一个] (测试套件|套件) {name}`],
  },
  {
    form: 'variable',
    example: 'set baseUrl to http://127.0.0.1:4010 in Local',
    en: [`set [the] [variable] {name:variable} to {value} [in [the] [environment] {environment}]`],
    de: [`setze [die] [variable] {name:variable} auf {value} [in [der] [umgebung] {environment}]`],
    es: [`(pon|cambia|establece) [la] [variable] {name:variable} (a|en) {value} [en [el] [entorno] {environment}]`],
    fr: [`(mets|définis) [la] [variable] {name:variable} à {value} [dans [l'environnement] {environment}]`],
    zh: [`(把|将) [变量] {name:variable} (设为|设置为|改为) {value}`],
  },
  {
    form: 'variable',
    example: 'add variable tenant with value "acme"',
    en: [
      `add [a] [new] variable {name:identifier} (=|with value|with the value|set to) {value} [(in|to) [the] [environment] {environment}]`,
    ],
    de: [`füge [die|eine] variable {name:identifier} mit [dem] wert {value} hinzu`],
  },
  {
    form: 'environment',
    example: 'add environment Nightly with https://nightly.example.com',
    en: [
      `add [an|a] [new] environment {name:title} (with|at) [base url] {url}`,
      `add [an|a] [new] environment (called|named) {name} (with|at) [base url] {url}`,
    ],
    de: [`füge [die|eine] umgebung {name:title} mit {url} hinzu`],
  },
  {
    form: 'rename',
    example: 'rename the case "Old search" to "Search everything"',
    en: [
      `rename [the] [case|test] {target:case} to {to:title}`,
      `rename [the] [suite] {target:suite} to {to:title}`,
      `rename [the] environment {target:environment} to {to:title}`,
    ],
    de: [`benenne [den] [fall|testfall] {target:case} in {to:title} um`, `benenne [die] [suite] {target:suite} in {to:title} um`],
    es: [
      `(renombra|cambia el nombre de) [el] [caso] {target:case} (a|por) {to:title}`,
      `renombra [la] [suite] {target:suite} (a|por) {to:title}`,
    ],
    fr: [`renomme [le] [cas] {target:case} en {to:title}`, `renomme [la] [suite] {target:suite} en {to:title}`],
    zh: [
      `(把|将) [用例] {target:case} (重命名为|改名为) {to:title}`,
      `(把|将) [套件] {target:suite} (重命名为|改名为) {to:title}`,
    ],
  },
  {
    form: 'move',
    example: 'move "Old search" to Orders',
    en: [`move [the] [case|test] {case} (to|into) [the] [suite] {suite}`],
    de: [`verschiebe [den] [fall|testfall] {case} (nach|in) [die] [suite] {suite}`],
    es: [`mueve [el] [caso] {case} a [la] [suite] {suite}`],
    fr: [`déplace [le] [cas] {case} (vers|dans) [la] [suite] {suite}`],
    zh: [`(把|将) [用例] {case} 移动到 [套件] {suite}`],
  },
  {
    form: 'remove',
    example: 'delete the case "Old search"',
    en: [
      `(delete|remove) [the] (case|test|test case) {target:case}`,
      `(delete|remove) [the] [test] suite {target:suite}`,
      `(delete|remove) [the] environment {target:environment}`,
    ],
    de: [`(lösche|entferne) [den] (fall|testfall) {target:case}`, `(lösche|entferne) [die] suite {target:suite}`],
    es: [`(elimina|borra) el caso {target:case}`, `(elimina|borra) la suite {target:suite}`],
    fr: [`supprime le cas {target:case}`, `supprime la suite {target:suite}`],
    zh: [`删除用例 {target:case}`, `删除套件 {target:suite}`],
  },
  {
    form: 'header',
    set: { of: 'project' },
    example: 'set header X-Team to "qa" for all requests',
    en: [
      `(set|add|send) [the|a] header {name:header} [to|=|with value] {value} (for|on|in|to|with) (all|every) (request|requests)`,
    ],
    de: [`setze [den] header {name:header} auf {value} für alle (requests|anfragen)`],
  },
  {
    form: 'header',
    set: { of: 'suite' },
    example: 'set header X-Team to "qa" in suite Orders',
    en: [`(set|add) [the|a] header {name:header} [to|=|with value] {value} (in|for|on) [the] suite {target:suite}`],
  },
  {
    form: 'check',
    set: { source: 'status' },
    example: 'in "List orders", check that the status is 200',
    en: [
      `in [the] [case] {case} (check|expect) [that] [the] status (is|equals|code is|code equals) {value:status}`,
      `check [that] [the] status (of|in) [the] [case] {case} (is|equals) {value:status}`,
    ],
    de: [`prüfe in {case} (dass|ob) der status {value:status} ist`],
  },
  {
    form: 'check',
    set: { source: 'json' },
    example: 'in "List orders", check that $.total is 3',
    en: [`in [the] [case] {case} check [that] {path} (is|equals) {value}`],
  },
  {
    form: 'check',
    set: { source: 'json', is: 'exists' },
    example: 'in "List orders", check that $.items exists',
    en: [`in [the] [case] {case} check [that] {path} exists`],
  },
  {
    form: 'check',
    set: { source: 'duration' },
    example: 'in "List orders", check that it takes less than 500 ms',
    en: [
      `in [the] [case] {case} check [that] (it|the response|the request) takes (less than|under|at most) {value:number} (ms|milliseconds)`,
    ],
  },
]
