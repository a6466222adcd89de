/**
 * Node's `http`. An `import` of it would read all its exports, and one of them loads Node's own fetch (from Node 22 on): a fifth
 * of a run of one request (bench/README.md).
 */
export const nodeHttp = process.getBuiltinModule('node:http')
