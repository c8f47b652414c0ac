import type { Envelope } from '@portal/contract/kernel/envelope'
import type { BootHand } from '../lib/boot-hand.ts'
import type { ScreensAhead } from '../../build/screens-ahead.ts'
import { firstData, firstPictures } from './first-data.ts'

/**
 * What is needed here of the table of screens, put in by the build (`build/screens-ahead.ts`): the whole
 * would outweigh the rest.
 */
declare const SCREENS_AHEAD: ScreensAhead

// Runs as soon as it arrives, before the program: a kilobyte that asks the server for what the first screen
// needs.
const cookie = (name: string): string | null => {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null
}

const theme = cookie('theme')
if (theme) document.documentElement.dataset['theme'] = theme

const token = cookie('token')
// While developing it is a module, and may come after the program, which then asks for itself.
if (!window.__boot) {
  const answers: BootHand['answers'] = new Map()
  const come: BootHand['come'] = new Map()
  window.__boot = { token, at: Date.now(), answers, come }
  const [word, open] = SCREENS_AHEAD[location.pathname.replace(/(?!^)\/+$/, '')] ?? []
  const query = new URLSearchParams(location.search)
  const wanted = word && (token || open) ? firstData[word](query) : []
  if (token) wanted.unshift('/api/v2/user/current')
  for (const address of wanted) {
    const answer = fetch(address, {
      headers: { Accept: 'application/json', ...(token && { Authorization: token }) },
      credentials: 'same-origin',
    })
    answers.set(address, answer)
    answer
      .then(async (response) => {
        const said = (await response.clone().json()) as Envelope<unknown>
        come.set(address, said)
        for (const href of (word && firstPictures[word]?.(said.data, query)) ?? []) {
          document.head.append(
            Object.assign(document.createElement('link'), {
              rel: 'preload',
              as: 'image',
              fetchPriority: 'high',
              href,
            }),
          )
        }
      })
      .catch(() => {}) // told to whoever takes it
  }
}

// Chromium never counts a picture as the page's largest thing when it saw a first bit of it before the rest:
// it is put in when it is whole.
async function showHero(): Promise<void> {
  const picture = new Image()
  picture.fetchPriority = 'high'
  picture.alt = ''
  picture.src = '/api/v2/home/hero'
  await picture.decode()
  document.querySelector('.shell-hero')?.append(picture)
}

/** So long the program waits for the front page's picture, which comes with it or before it. */
const HERO_MS = 200
/** And every page for the next frame. */
const FRAME_MS = 100
// What the program does first takes the browser longer than to paint what is there already, and keeps it from
// doing so.
async function startProgram(program: string): Promise<void> {
  if (document.documentElement.dataset['shell'] === 'home')
    await Promise.race([
      showHero().catch(() => {}), // none is set up
      new Promise((resolve) => setTimeout(resolve, HERO_MS)),
    ])
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, FRAME_MS) // a page that nobody sees is not painted
  })
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: program }),
  )
}
// While developing the program starts by itself.
const program = document.querySelector<HTMLLinkElement>('link[data-program]')
if (program) void startProgram(program.href)
