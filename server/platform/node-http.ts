/**
 * Node's HTTP clients and servers. An `import` would also load `fetch`, which is in the same module and not used here:
 * 8 MB for as long as the server runs.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
