// The minimal cost of HTTP on this machine: an empty handler with keep-alive.
//
// usage: node bench/empty.ts, with PORT and HOST in the environment
import http from 'node:http'

http.createServer((_, reply) => reply.end()).listen(Number(process.env['PORT']), process.env['HOST'])
process.on('SIGTERM', () => process.exit())
