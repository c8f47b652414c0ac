import type { Envelope } from '@portal/contract/kernel/envelope'
import type { BootHand } from '../lib/boot-hand.ts'
import type { ScreensAhead } from '../../build/screens-ahead.ts'
import { firstData, firstPictures } from './first-data.ts'

/**
 * The part of the table of screens that is needed here, inserted by the build (`build/screens-ahead.ts`): the
 * whole table would be larger than this script.
 */
declare const SCREENS_AHEAD: ScreensAhead

// Runs as soon as it arrives, before the program: about a kilobyte that requests what the first screen needs.
const cookie = (name: string): string | null => {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
  if (!found) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null // not ours: the value is a malformed escape
  }
}

const theme = cookie('theme')
if (theme) document.documentElement.dataset['theme'] = theme

const token = cookie('token')
// In development this is a module and may run after the program, which then makes the requests itself.
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
      .catch(() => {}) // the code that takes the answer handles the failure
  }
}

// Chromium does not count a picture as the largest contentful paint if it painted a first part earlier:
// insert it when it is complete.
async function showHero(): Promise<void> {
  const picture = new Image()
  picture.fetchPriority = 'high'
  picture.alt = ''
  picture.src = '/api/v2/home/hero'
  await picture.decode()
  document.querySelector('.shell-hero')?.append(picture)
}

/** The program waits at most this long, in milliseconds, for the front page's picture. */
const HERO_MS = 200
/** Every page waits at most this long, in milliseconds, for the next frame. */
const FRAME_MS = 100
// Starting the program blocks the browser longer than painting what is already there, so paint first.
async function startProgram(program: string): Promise<void> {
  if (document.documentElement.dataset['shell'] === 'home')
    await Promise.race([
      showHero().catch(() => {}), // no picture is configured
      new Promise((resolve) => setTimeout(resolve, HERO_MS)),
    ])
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, FRAME_MS) // a hidden page is not painted
  })
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: program }),
  )
}
// In development the program starts by itself.
const program = document.querySelector<HTMLLinkElement>('link[data-program]')
if (program) void startProgram(program.href)
