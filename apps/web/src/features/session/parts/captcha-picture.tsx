import { useEffect, useRef } from 'react'

const WIDTH = 80 // pixels
const HEIGHT = 40
const between = (from: number, to: number): number => from + Math.random() * (to - from)
const color = (light: number): string => `hsl(${Math.floor(between(0, 360))} 65% ${light}%)`

function draw(canvas: HTMLCanvasElement, letters: string): void {
  const sharp = window.devicePixelRatio || 1
  canvas.width = WIDTH * sharp
  canvas.height = HEIGHT * sharp
  const c = canvas.getContext('2d')
  if (!c) return
  c.scale(sharp, sharp)
  c.fillStyle = color(93)
  c.fillRect(0, 0, WIDTH, HEIGHT)
  for (let i = 0; i < 4; i++) {
    c.strokeStyle = color(70)
    c.beginPath()
    c.moveTo(between(0, WIDTH), between(0, HEIGHT))
    c.lineTo(between(0, WIDTH), between(0, HEIGHT))
    c.stroke()
  }
  c.textBaseline = 'middle'
  c.textAlign = 'center'
  for (const [i, letter] of [...letters].entries()) {
    c.save()
    c.translate(13 + i * 18, HEIGHT / 2 + between(-3, 3))
    c.rotate(between(-0.5, 0.5))
    c.font = `600 ${between(20, 27)}px Arial, sans-serif`
    c.fillStyle = color(30)
    c.fillText(letter, 0, 0)
    c.restore()
  }
}

/** Draws the letters in the browser with random colours, sizes and angles; a click requests new letters. */
export function CaptchaPicture({ letters, onRefresh }: { letters: string; onRefresh: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, letters)
  }, [letters])
  return (
    <button
      type="button"
      className="captcha"
      onClick={onRefresh}
      aria-label="验证码图片，点击换一张；看不清可改用文字验证"
    >
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} style={{ width: WIDTH, height: HEIGHT }} />
    </button>
  )
}
