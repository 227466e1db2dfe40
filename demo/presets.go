package demo

// preset holds the common properties of a product family: attributes with keys of the
// table of values or plain texts, and a sentence on their use in the four languages.
type preset struct {
	attributes [][2]string
	use        [4]string
}

// presets returns the presets by name, as the table of products refers to them.
func presets() map[string]preset {
	hydraulic := [4]string{
		"Für Hydraulik- und Prozessleitungen mit nahtlosem Präzisionsrohr. Vor der Montage Rohr rechtwinklig ablängen und entgraten; Ring und Mutter auf Block anziehen, dann eine Vierteldrehung.",
		"For hydraulic and process lines with seamless precision tube. Cut the tube square and deburr it before assembly; tighten ring and nut to the stop, then a quarter turn.",
		"Pour conduites hydrauliques et de process en tube de précision sans soudure. Couper le tube d’équerre et l’ébavurer avant le montage\u00a0; serrer la bague et l’écrou à refus, puis un quart de tour.",
		"Per condotte idrauliche e di processo con tubo di precisione senza saldatura. Tagliare il tubo a squadra e sbavarlo prima del montaggio; serrare anello e dado a battuta, poi un quarto di giro.",
	}
	process := [4]string{
		"Für Prozess- und Versorgungsleitungen. Zulässiger Druck sinkt mit der Temperatur; die Zuordnung steht im Datenblatt.",
		"For process and utility lines. The permissible pressure falls with temperature; the data sheet gives the rating.",
		"Pour conduites de process et d’utilités. La pression admissible baisse avec la température\u00a0; la fiche technique indique la relation.",
		"Per condotte di processo e di servizio. La pressione ammissibile diminuisce con la temperatura; la scheda tecnica riporta la relazione.",
	}
	hygienic := [4]string{
		"Für Pharma, Lebensmittel und Reinstmedien. Medienberührte Flächen Ra ≤ 0,8 µm, auf Wunsch elektropoliert.",
		"For pharmaceuticals, food and ultrapure media. Wetted surfaces Ra ≤ 0.8 µm, electropolished on request.",
		"Pour la pharmacie, l’alimentaire et les fluides ultrapurs. Surfaces en contact Ra ≤ 0,8 µm, électropolies sur demande.",
		"Per farmaceutica, alimentare e fluidi ultrapuri. Superfici a contatto Ra ≤ 0,8 µm, elettrolucidate su richiesta.",
	}
	common := func(use [4]string, own ...[2]string) preset {
		return preset{append(own, [2]string{"certificate", "c31"}, [2]string{"approval", "ped"}), use}
	}
	simple := func(use [4]string, own ...[2]string) preset {
		return preset{append(own, [2]string{"certificate", "c22"}, [2]string{"approval", "none"}), use}
	}
	return map[string]preset{
		"tube":       common(hydraulic, [2]string{"standard", "ISO 8434-1"}, [2]string{"connection", "tube24"}, [2]string{"seal", "cone"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−60/+200"}, [2]string{"safety", "x4"}, [2]string{"surface", "bright"}, [2]string{"tariff", "7307 29 80"}),
		"stud":       common(hydraulic, [2]string{"standard", "ISO 8434-1"}, [2]string{"seal", "soft-ring"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−25/+100"}, [2]string{"safety", "x4"}, [2]string{"surface", "bright"}, [2]string{"tariff", "7307 29 80"}),
		"flange":     common(process, [2]string{"standard", "EN 1092-1"}, [2]string{"seal", "face-b1"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−196/+400"}, [2]string{"surface", "machined"}, [2]string{"tariff", "7307 21 00"}),
		"sae":        common(hydraulic, [2]string{"standard", "ISO 6162"}, [2]string{"seal", "o-ring-face"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−40/+120"}, [2]string{"surface", "machined"}, [2]string{"tariff", "7307 21 00"}),
		"asme":       common(process, [2]string{"standard", "ASME B16.5"}, [2]string{"seal", "face-rf"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−196/+400"}, [2]string{"surface", "machined"}, [2]string{"tariff", "7307 21 00"}),
		"ball":       common(process, [2]string{"standard", "ISO 17292"}, [2]string{"material-seal", "ptfe-carbon"}, [2]string{"operation", "lever"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−40/+200"}, [2]string{"surface", "pickled"}, [2]string{"tariff", "8481 80 81"}),
		"ballweld":   common(process, [2]string{"standard", "ISO 17292"}, [2]string{"type", "three-piece"}, [2]string{"connection", "butt-weld"}, [2]string{"material-seal", "ptfe-carbon"}, [2]string{"operation", "locking-lever"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−40/+200"}, [2]string{"surface", "pickled"}, [2]string{"tariff", "8481 80 81"}),
		"ballflange": common(process, [2]string{"standard", "EN 558"}, [2]string{"type", "split-body"}, [2]string{"connection", "flange-en"}, [2]string{"material-seal", "ptfe-carbon"}, [2]string{"operation", "lever"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−40/+200"}, [2]string{"tariff", "8481 80 81"}),
		"ballauto":   common(process, [2]string{"standard", "ISO 5211"}, [2]string{"operation", "pneumatic"}, [2]string{"material-seal", "ptfe-carbon"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−20/+80"}, [2]string{"surface", "pickled"}, [2]string{"tariff", "8481 80 81"}),
		"valve":      common(process, [2]string{"seal", "metal-seat"}, [2]string{"operation", "handwheel"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−20/+200"}, [2]string{"surface", "pickled"}, [2]string{"tariff", "8481 80 69"}),
		"check":      common(process, [2]string{"seal", "soft"}, [2]string{"operation", "self"}, [2]string{"opening-pressure", "half"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−20/+180"}, [2]string{"tariff", "8481 30 99"}),
		"clamp":      common(hygienic, [2]string{"standard", "DIN 32676"}, [2]string{"connection", "tube-weld"}, [2]string{"seal", "profile-gasket"}, [2]string{"medium", "food"}, [2]string{"temperature", "−10/+140"}, [2]string{"roughness", "0.8"}, [2]string{"surface", "electropolished"}, [2]string{"tariff", "7307 29 80"}),
		"dairy":      common(hygienic, [2]string{"standard", "DIN 11851"}, [2]string{"connection", "tube-weld"}, [2]string{"seal", "profile-gasket"}, [2]string{"medium", "food"}, [2]string{"temperature", "−10/+140"}, [2]string{"roughness", "0.8"}, [2]string{"tariff", "7307 29 80"}),
		"weld":       common(process, [2]string{"standard", "EN 10253-4"}, [2]string{"connection", "butt-weld"}, [2]string{"seal", "weld"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−196/+400"}, [2]string{"surface", "pickled"}, [2]string{"tariff", "7307 23 90"}),
		"hose":       common(hydraulic, [2]string{"standard", "ISO 12151-2"}, [2]string{"connection", "hose"}, [2]string{"seal", "press"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−40/+120"}, [2]string{"safety", "x4"}, [2]string{"tariff", "7307 29 80"}),
		"hosepipe":   simple(hydraulic, [2]string{"material", "rubber-wire"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−40/+100"}, [2]string{"safety", "x4"}, [2]string{"surface", "smooth"}, [2]string{"tariff", "4009 22 00"}),
		"thread":     simple(process, [2]string{"standard", "ISO 4144"}, [2]string{"seal", "thread-seal"}, [2]string{"medium", "water-air"}, [2]string{"temperature", "−20/+150"}, [2]string{"surface", "pickled"}, [2]string{"tariff", "7307 22 90"}),
		"gauge":      simple(process, [2]string{"standard", "EN 837-1"}, [2]string{"accuracy", "1,0"}, [2]string{"connection", "bottom-g12"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−40/+100"}, [2]string{"surface", "ground"}, [2]string{"tariff", "9026 20 40"}),
		"pipe":       common(hydraulic, [2]string{"standard", "EN 10305-4"}, [2]string{"connection", "plain-end"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−40/+120"}, [2]string{"surface", "bright-annealed"}, [2]string{"tariff", "7304 31 20"}),
		"stainless":  common(hydraulic, [2]string{"standard", "EN 10216-5"}, [2]string{"connection", "plain-end"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−60/+200"}, [2]string{"surface", "bright-annealed"}, [2]string{"tariff", "7304 41 00"}),
		"support":    simple(hydraulic, [2]string{"standard", "DIN 3015"}, [2]string{"material", "polypropylene"}, [2]string{"temperature", "−30/+90"}, [2]string{"surface", "moulded"}, [2]string{"seal", "none"}, [2]string{"tariff", "3917 40 00"}),
		"seal":       simple(process, [2]string{"material", "EPDM, FKM, NBR"}, [2]string{"medium", "liquids-gases"}, [2]string{"temperature", "−20/+200"}, [2]string{"surface", "smooth"}, [2]string{"seal", "flat-gasket"}, [2]string{"tariff", "4016 93 00"}),
		"coupling":   simple(hydraulic, [2]string{"standard", "ISO 16028"}, [2]string{"operation", "push"}, [2]string{"seal", "flat-face"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−20/+100"}, [2]string{"safety", "x4"}, [2]string{"tariff", "7307 29 80"}),
		"manifold":   common(hydraulic, [2]string{"seal", "soft-ring"}, [2]string{"medium", "hydraulic"}, [2]string{"temperature", "−25/+120"}, [2]string{"safety", "x25"}, [2]string{"surface", "ground"}, [2]string{"tariff", "8481 90 00"}),
		"hydrogen":   common(process, [2]string{"standard", "ISO 19880-1"}, [2]string{"seal", "cone60"}, [2]string{"medium", "hydrogen"}, [2]string{"temperature", "−40/+85"}, [2]string{"safety", "x25"}, [2]string{"surface", "electropolished"}, [2]string{"tariff", "7307 29 80"}),
		"bolting":    simple(process, [2]string{"standard", "EN 1515-1"}, [2]string{"material", "1.4401 (316)"}, [2]string{"temperature", "−196/+300"}, [2]string{"surface", "bright"}, [2]string{"seal", "none"}, [2]string{"operation", "tool"}, [2]string{"tariff", "7318 15 62"}),
	}
}
