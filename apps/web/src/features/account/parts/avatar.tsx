import { makeThumbAddress } from '@portal/contract/file/file'

/** A person's picture, or the last two characters of the name. */
export function Avatar({ name, url, size = 56 }: { name: string; url: string | null; size?: number }) {
  const box = { width: size, height: size, fontSize: size / 3 }
  if (url) return <img className="avatar" src={makeThumbAddress(url)} alt="" style={box} />
  return (
    <span className="avatar" aria-hidden style={box}>
      {name.slice(-2)}
    </span>
  )
}
