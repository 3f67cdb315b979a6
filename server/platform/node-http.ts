/**
 * Node's HTTP clients and servers. An `import` would also load all of `fetch`, which lives in the same module and is
 * not used here: 8 MB for as long as the server runs.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
