// Builds the page into the folder that is named: hashed files below assets/, index.html, the
// manifest and icons, each also compressed. Fails when the page is larger than it may be.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const MOST_BYTES = 150 * 1024;
const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error("usage: node build.mjs FOLDER");
  process.exit(2);
}

await rm(out, { recursive: true, force: true });
const result = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  outdir: join(out, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2020", "chrome80", "safari14", "firefox78"],
  // The faults of those in destructuring concern nothing that is written here.
  supported: { destructuring: true },
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

/** A file of public/, by its content's name below assets/. */
async function hashed(name) {
  const content = await readFile(join(here, "public", name));
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const dot = name.lastIndexOf(".");
  const path = `assets/${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
  await writeFile(join(out, path), content);
  return path;
}

const outputs = Object.entries(result.metafile.outputs);
const entry = outputs.find(([, output]) => output.entryPoint === "src/main.tsx");
const served = (path) => relative(out, join(here, path));
const icons = {};
for (const name of await readdir(join(here, "public"))) icons[name] = await hashed(name);

const fill = (text) =>
  text
    .replaceAll("%script%", served(entry[0]))
    .replaceAll("%style%", served(entry[1].cssBundle))
    .replace(/%icon:([^%]+)%/g, (_, name) => {
      if (!icons[name]) throw new Error(`there is no public/${name}`);
      return icons[name];
    });
for (const name of ["index.html", "manifest.webmanifest"]) {
  await writeFile(join(out, name), fill(await readFile(join(here, name), "utf8")));
}

let loaded = 0;
async function compress(folder) {
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    if (item.isDirectory()) await compress(path);
    if (!/\.(js|css|html|svg|webmanifest)$/.test(item.name)) continue;
    const content = await readFile(path);
    const gzip = gzipSync(content, { level: 9 });
    await writeFile(`${path}.gz`, gzip);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(`${path}.br`, brotliCompressSync(content, { params }));
    // Of the texts, one language is loaded.
    if (!/(zh-Hans|zh-Hant)-/.test(item.name)) loaded += gzip.length;
  }
}
await mkdir(join(out, "assets"), { recursive: true });
await compress(out);
console.log(`The page: ${(loaded / 1024).toFixed(1)} KB compressed`);
if (loaded > MOST_BYTES) {
  console.error(`The page is larger than ${MOST_BYTES / 1024} KB compressed.`);
  process.exit(1);
}
