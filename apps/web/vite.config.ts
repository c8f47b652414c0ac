import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { leanContract } from './build/lean-contract.ts'
import { precompress } from './build/precompress.ts'
import { preloads } from './build/preloads.ts'
import { screensAhead } from './build/screens-ahead.ts'
import { shell } from './build/shell.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const server = process.env['PORTAL_SERVER'] ?? 'http://127.0.0.1:3000'
// /account, /user and /permission are addresses of screens and of calls; only these are calls (and the demo
// sign-on).
const calls = [
  '/api/',
  '/backend/',
  '/account/signOut',
  '/account/logs',
  '/permission/build',
  '/user/campus-list',
  '/demo-cas/',
]

export default defineConfig({
  root: here,
  define: { SCREENS_AHEAD: JSON.stringify(screensAhead) },
  plugins: [react(), leanContract(), shell(), preloads(here), precompress()],
  server: { proxy: Object.fromEntries(calls.map((path) => [path, { target: server, changeOrigin: false }])) },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // data: addresses of small images would be inlined into chunks; they are better cached by themselves
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { index: `${here}index.html`, boot: `${here}src/boot/boot.ts` },
      output: {
        codeSplitting: {
          groups: [
            // Changes with libraries only, so a new version of the portal leaves it in people's caches.
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@tanstack|zod)[\\/]/,
            },
            // What lists and forms are made of. Tables, pickers, trees and the like come with the screens
            // that have them.
            {
              name: 'antd',
              test: /node_modules[\\/]antd[\\/](es[\\/](config-provider|form|input|select|checkbox|button)|locale)[\\/]/,
            },
            // What every screen has. As crumbs these would be a dozen requests: a slow line has six at a
            // time, each half a second.
            {
              name: 'core',
              test: /vite[\\/]preload-helper|[\\/](contract[\\/]src[\\/](guidance|kernel|lab|session)[\\/][\w-]+|web[\\/]src[\\/](lib|ui)[\\/](?!antd-frame|modal|typed-day)[\w-]+|features[\\/]session[\\/](session\.queries|shared[\\/]session))\.[jt]sx?$/,
            },
            // What every list has.
            {
              name: 'list',
              test: /[\\/]ui[\\/](link-tabs|list[\\/](list-page|batch-bar|data-table|filters|filter-stand-in|list-query|options|pager|row-actions))\.(tsx?|css)$/,
            },
            // What the screens of the main flow say and ask.
            { name: 'flow', test: /[\\/]contract[\\/]src[\\/](booking|dept|device|opening|price-plan)[\\/]/ },
            {
              name: 'home-data',
              test: /[\\/](contract[\\/]src[\\/](home|notice)|features[\\/]home[\\/]home\.queries)/,
            },
            {
              name: 'devices',
              test: /[\\/]features[\\/]device[\\/](device\.(queries|words)|pages[\\/]share-platform|(parts|shared)[\\/](device-(picture|search|tags)|favorite-button))/,
            },
            {
              name: 'bookings',
              test: /[\\/]features[\\/]booking[\\/](booking\.(queries|words|columns)|pages[\\/]my-bookings|parts[\\/]list-actions)/,
            },
          ],
        },
      },
    },
  },
})
