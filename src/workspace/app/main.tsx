import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './base.css'
import { loadTexts } from './texts.ts'

await loadTexts()
createRoot(document.getElementById('workspace') as HTMLElement).render(<App />)
