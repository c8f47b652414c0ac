import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAM = '/usr/sbin/nginx'
export const hasNginx = existsSync(PROGRAM)

/**
 * Configures nginx as a proxy for `servers`, in its own folder, as docs/operations.md describes, without TLS.
 * Returns the command that runs it.
 */
export function setUpProxy(folder: string, port: number, servers: readonly number[]): string[] {
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')} error;
events { worker_connections 2048; }
http {
  access_log off;
${temporary.map((kind) => `  ${kind}_temp_path ${join(folder, 'temp', kind)};`).join('\n')}
  upstream portal {
    # One that does not answer is left alone for two seconds.
${servers.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`).join('\n')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 100m;
    location / {
      proxy_pass http://portal;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
      proxy_connect_timeout 1s;
      proxy_read_timeout 1h;
      # Whoever only reads is sent to the other; what writes is not, once it is under way.
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries 2;
    }
    location = /metrics { deny all; }
  }
}
`,
  )
  return [PROGRAM, '-c', file, '-e', join(folder, 'error.log')]
}
