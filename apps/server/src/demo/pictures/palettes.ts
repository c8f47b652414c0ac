import type { Palette } from './shapes.ts'

/** Enough palettes that neighbours in a list differ. */
export const palettes: readonly Palette[] = [
  { wall: ['#e8f1fb', '#b9d0ea'], body: ['#fdfefe', '#c9d3de'], accent: '#2f7de1', dark: '#27405f' },
  { wall: ['#e9f7f3', '#b4dccf'], body: ['#ffffff', '#cbd8d5'], accent: '#16a085', dark: '#1f4d48' },
  { wall: ['#f1effb', '#cbc5ea'], body: ['#fefeff', '#d0cde0'], accent: '#6d5bd0', dark: '#3a3566' },
  { wall: ['#fdf3e7', '#ecd0ab'], body: ['#fffefb', '#ddd3c5'], accent: '#e08a1e', dark: '#5d4527' },
  { wall: ['#e6f6fb', '#a9d8e6'], body: ['#fbfeff', '#c4d6dd'], accent: '#0f9bb8', dark: '#1d4a57' },
  { wall: ['#fbecef', '#e6bcc6'], body: ['#fffdfd', '#dccfd2'], accent: '#cf4a63', dark: '#5b2f3a' },
  { wall: ['#eef2f6', '#c3ced9'], body: ['#f6f8fa', '#b3bec9'], accent: '#3b6ea5', dark: '#2a3644' },
]
