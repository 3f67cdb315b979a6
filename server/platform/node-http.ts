/**
 * Node's HTTP clients and servers. An `import` of them would also load all of `fetch`, which Node hangs into the same
 * module and which nothing here uses: 8 MB for as long as the server runs.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
