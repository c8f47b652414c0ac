import { useState, type ReactNode } from 'react'
import { makeThumbAddress } from '@portal/contract/file/file'
import './gallery.css'

interface Picture {
  id: string
  url: string
  width: number | null
  height: number | null
}
interface Props {
  images: readonly Picture[]
  /** What the pictures show, for their alternative text. */
  name: string
  /** `whole`: an object, shown uncropped. `wide`: a room or building, cropped. */
  shape: 'whole' | 'wide'
  /** Shown if there are no pictures. */
  none?: ReactNode
}

/** The selected picture in large, all as thumbnails below. */
export function Gallery({ images, name, shape, none = null }: Props) {
  const [chosen, setChosen] = useState(0)
  const image = images[chosen] ?? images[0]
  if (!image) return none
  return (
    <div className="gallery" data-shape={shape} role="group" aria-label={`${name}的图片`}>
      <a href={image.url} target="_blank" rel="noreferrer">
        <img
          src={image.url}
          alt={`${name}，第 ${images.indexOf(image) + 1} 张，点击查看原图`}
          width={image.width ?? 800}
          height={image.height ?? 500}
        />
      </a>
      {images.length > 1 && (
        <ul>
          {images.map((each, i) => (
            <li key={each.id}>
              <button
                type="button"
                aria-label={`第 ${i + 1} 张图片`}
                aria-pressed={each === image}
                onClick={() => setChosen(i)}
              >
                <img src={makeThumbAddress(each.url)} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
