/**
 * Node's `http`. An `import` of it would read all its exports, and one of them loads Node's own fetch (from Node 22 on): half of
 * the time in which a run of one request is ready to send it (bench/README.md).
 */
export const nodeHttp = process.getBuiltinModule('node:http')
